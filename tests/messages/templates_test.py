"""Checks of templates.py."""

import unittest

import templates


class Literals(unittest.TestCase):
    def test_runs_of_literals_are_one_text(self):
        source = 'f("One {} "  // why\n  "two", g, "three");\nconst char c = \'"\'; h(R"(a "b")");'
        self.assertEqual(
            list(templates.literals(source)), [(1, "One {} two"), (2, "three"), (3, 'a "b"')]
        )

    def test_comments_and_includes_are_no_texts(self):
        self.assertEqual(list(templates.literals('#include "a b"\n// "c d"\n/* "e f" */')), [])

    def test_escapes(self):
        self.assertEqual(list(templates.literals(r'"\u2018a\"\n"')), [(1, '\u2018a"\n')])


class Templates(unittest.TestCase):
    def test_sentences_have_words(self):
        self.assertTrue(templates.is_sentence("Invalid NextToken"))
        for text in ("TableName", "{}: {}", "\r\n", "a"):
            self.assertFalse(templates.is_sentence(text))

    def test_parts_are_what_is_between_the_braces(self):
        self.assertEqual(templates.parts(" keys: {{{}}} of {:>3}."), ["keys: {", "} of ", "."])
        self.assertEqual(templates.parts("{}"), [])

    def test_a_message_has_the_parts_in_order(self):
        parts = templates.parts("Index {} for table {}")
        self.assertTrue(templates.is_made_by("found: Index a for table b", parts))
        self.assertFalse(templates.is_made_by("for table a: Index b", parts))


if __name__ == "__main__":
    unittest.main()
