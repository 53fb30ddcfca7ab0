#!/usr/bin/env python3
"""Every check finds what it is for, and nothing in sources as they should be."""

import unittest

import checks

HEADER = "// What it is for.\n#pragma once\n"


def lines_of(count, line="  f();\n"):
    return line * count


def what(path, text):
    return [f"{line}: {message}" for line, message in checks.findings(checks.Source(path, text))]


class Findings(unittest.TestCase):
    def assert_finds(self, path, text, *expected):
        """Each finding begins as expected, and there are no others."""
        found = what(path, text)
        self.assertEqual(len(found), len(expected), found)
        for actual, start in zip(found, expected):
            self.assertTrue(actual.startswith(start), f"{actual} does not begin with {start}")

    def test_a_clean_header_and_source_have_none(self):
        self.assert_finds("model/a.h", HEADER + "#include <string>\n\n#include \"model/b.h\"\n")
        self.assert_finds("engine/a.cpp", "#include \"engine/a.h\"\n#include \"storage/b.h\"\n")
        self.assert_finds("docs/A.md", "# Title\n\n## Section\n\n```\n# comment\n```\n")

    def test_tabs_and_trailing_blanks(self):
        self.assert_finds("model/a.cpp", "int a;\n\tint b;\nint c; \n", "2: a tab", "3: blanks")
        self.assert_finds("docs/A.md", "# A\nb", "2: the last line")

    def test_long_files_and_lines(self):
        self.assert_finds("model/a.cpp", "int a;\n" * 501, "1: 501 lines")
        self.assert_finds("model/a.cpp", "int a;\n" * 500)
        self.assert_finds("model/a.cpp", "//" + "x" * 99 + "\n", "1: 101 columns")
        self.assert_finds("model/a.cpp", "//" + "é" * 98 + "\n")
        self.assert_finds("docs/A.md", "# A\n" + "x" * 200 + "\n")

    def test_long_functions(self):
        body = "{\n" + lines_of(71) + "}\n"
        for head in ("void f() ", "namespace a {\ntemplate <class T>\nT f(T a) const ",
                     "class A {\n public:\n  A(int b) : b_(b) ", "TEST(Number, IsRead) ",
                     "#define X(a) {\nauto f() -> std::vector<int> "):
            line = (head + "{").count("\n") + 1
            self.assert_finds("model/a.cpp", head + body, f"{line}: a function of 71 lines")
            self.assert_finds("model/a.cpp", head + body.replace("  f();\n", "", 1))

    def test_long_types_and_tables_are_no_functions(self):
        body = "{\n" + lines_of(71, "  1,\n") + "};\n"
        for head in ("struct A ", "class MACRO(\"x\") A ", "namespace a ", "enum class A : int ",
                     "const int kTable[f(1)] = ", "std::array<int, 71> kTable", "extern \"C\" "):
            self.assert_finds("model/a.cpp", head + body)

    def test_braces_in_literals_and_comments_do_not_count(self):
        text = "void f() {\n  g('{', \"{\", R\"({)\", 1'000'000);  // {\n}\n"
        self.assert_finds("model/a.cpp", text + "void g() {\n" + lines_of(69) + "}\n")
        self.assert_finds("model/a.cpp", text + "void g() {\n" + lines_of(71) + "}\n",
                          "4: a function of 71 lines")

    def test_includes_against_the_layers(self):
        for path, target in (("model/a.cpp", "expressions/b.h"), ("storage/a.cpp", "engine/b.h"),
                             ("storage/a.cpp", "expressions/b.h"),
                             ("expressions/a.cpp", "storage/b.h"), ("engine/a.h", "server/b.h"),
                             ("tests/unit/storage/a.cpp", "engine/b.h")):
            text = HEADER if path.endswith(".h") else "//\n\n"
            self.assert_finds(path, f"{text}#include \"{target}\"\n",
                              f"3: {path.split('/')[-2]} must not include {target}")
        self.assert_finds("tests/unit/storage/a.cpp", "#include \"tests/unit/storage/b.h\"\n")
        self.assert_finds("bench/a.cpp", "#include \"engine/b.h\"\n#include <boost/asio.hpp>\n")

    def test_includes_that_are_not_written_from_the_root(self):
        self.assert_finds("server/wire/a.cpp", "#include \"b.h\"\n", "1: includes are written")

    def test_libraries_of_the_server(self):
        for target in ("rapidjson/document.h", "boost/beast/core.hpp", "boost/asio.hpp",
                       "openssl/ssl.h"):
            self.assert_finds("engine/a.cpp", f"#include <{target}>\n", "1: engine must not")
            self.assert_finds("server/a.cpp", f"#include <{target}>\n")

    def test_the_own_header_comes_first(self):
        self.assert_finds("model/a.cpp", "#include <string>\n#include \"model/a.h\"\n",
                          "1: model/a.h must be the first include")

    def test_headers_begin_with_a_comment_and_guard_themselves(self):
        self.assert_finds("model/a.h", "#pragma once\n", "1: a header begins with a comment")
        self.assert_finds("model/a.h", "// What.\n// #pragma once\n", "1: a header has #pragma")

    def test_regular_expressions_and_whole_namespaces(self):
        self.assert_finds("model/a.cpp", "#include <regex>\nstd::regex a;\n", "1: std::regex",
                          "2: std::regex")
        self.assert_finds("model/a.cpp", "using namespace std;\n", "1: using namespace")
        self.assert_finds("model/a.cpp", "// using namespace std;\n")
        self.assert_finds("model/a.cpp", "using namespace std::string_literals;\n")

    def test_suppressions_give_a_reason(self):
        for comment in ("NOLINT", "NOLINT(check)", "NOLINTNEXTLINE(check):", "NOLINT: reason"):
            self.assert_finds("model/a.cpp", f"int a;  // {comment}\n", "1: NOLINT needs")
        self.assert_finds("model/a.cpp", "int a;  // NOLINT(a-b,c.*): because\n")

    def test_documents_have_one_title(self):
        self.assert_finds("docs/A.md", "## Section\n", "1: a document has a title")
        self.assert_finds("docs/A.md", "# A\n\n# B\n", "3: a document has one title")


if __name__ == "__main__":
    unittest.main()
