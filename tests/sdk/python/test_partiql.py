"""ExecuteStatement, BatchExecuteStatement and ExecuteTransaction."""

import unittest
import uuid

from support import B, N, NS, NULL, S, SS, SdkTestCase, index

FAILED = "The conditional request failed"
DUPLICATE = "Duplicate primary key exists in table"
MALFORMED = "Statement wasn't well formed, can't be processed: "


class PartiqlTestCase(SdkTestCase):
    def setUp(self):
        self.songs = self.table(
            "artist:S",
            "title:S",
            gsis=[index("by-genre", "genre:S", "price:N", projection=["stock"])],
            lsis=[index("by-album", "artist:S", "album:S")],
        )

    def execute(self, statement, *parameters, **options):
        """Runs a statement in which $ stands for the table, in its quotes."""
        request = {"Statement": statement.replace("$", f'"{self.songs.name}"')} | options
        if parameters:
            request["Parameters"] = list(parameters)
        return self.client.execute_statement(**request)

    def items(self, statement, *parameters, **options):
        return self.execute(statement, *parameters, **options)["Items"]

    def statement(self, statement, *parameters, **options):
        request = {"Statement": statement.replace("$", f'"{self.songs.name}"')} | options
        return request | ({"Parameters": list(parameters)} if parameters else {})

    def fill(self, artist, titles):
        for position, title in enumerate(titles):
            self.songs.put(artist=S(artist), title=S(title), genre=S("rock"), price=N(position))


class Statements(PartiqlTestCase):
    def test_life_of_an_item(self):
        key = "artist = 'Acme' AND title = 'Song'"
        insert = (
            "INSERT INTO $ VALUE {'artist': 'Acme', 'title': 'Song', 'price': 2, 'tags': "
            "<<'a', 'b'>>, 'notes': [1, {'x': NULL}], 'cover': ?}"
        )
        self.assertEqual(self.items(insert, B(b"\x00\x01")), [])
        (item,) = self.items(f"SELECT * FROM $ WHERE {key}")
        expected = {
            "artist": S("Acme"),
            "title": S("Song"),
            "price": N(2),
            "tags": SS("a", "b"),
            "notes": {"L": [N(1), {"M": {"x": NULL}}]},
            "cover": B(b"\x00\x01"),
        }
        self.assert_same_item(item, expected)
        update = f"UPDATE $ SET price = price + ? REMOVE notes[0] WHERE {key} RETURNING ALL NEW *"
        (item,) = self.items(update, N(3))
        expected |= {"price": N(5), "notes": {"L": [{"M": {"x": NULL}}]}}
        self.assert_same_item(item, expected)
        (item,) = self.items(f"DELETE FROM $ WHERE {key} RETURNING ALL OLD *")
        self.assert_same_item(item, expected)
        self.assertEqual(self.items(f"SELECT * FROM $ WHERE {key}"), [])

    def test_ways_to_select(self):
        self.fill("Acme", ["a", "b", "c"])
        self.fill("Blue", ["a"])
        titles = [
            ("artist = 'Acme'", ["a", "b", "c"]),
            ("artist = 'Acme' ORDER BY title DESC", ["c", "b", "a"]),
            ("artist = 'Acme' AND title > 'a'", ["b", "c"]),
            ("artist = 'Acme' AND begins_with(title, 'b')", ["b"]),
            ("artist IN ['Blue', 'Acme'] AND price = 0", ["a", "a"]),
            ("artist = 'Blue' OR artist = 'Acme'", ["a", "a", "b", "c"]),
            ("artist = 'Acme' AND price BETWEEN 1 AND 2 AND nope IS MISSING", ["b", "c"]),
        ]
        for condition, expected in titles:
            with self.subTest(condition):
                items = self.items(f"SELECT title FROM $ WHERE {condition}")
                self.assertEqual([item["title"]["S"] for item in items], expected)
        scanned = self.items("SELECT artist, title FROM $ WHERE price = 0")
        self.assert_same_items(
            scanned,
            [{"artist": S("Acme"), "title": S("a")}, {"artist": S("Blue"), "title": S("a")}],
        )

    def test_indexes(self):
        self.fill("Acme", ["a", "b"])
        self.songs.put(artist=S("Acme"), title=S("x"), album=S("y"), extra=N(1))
        by_price = self.items(
            "SELECT price FROM $.\"by-genre\" WHERE genre = 'rock' ORDER BY price DESC"
        )
        self.assertEqual(by_price, [{"price": N(1)}, {"price": N(0)}])
        (item,) = self.items("SELECT extra FROM $.\"by-album\" WHERE artist = 'Acme'")
        self.assertEqual(item, {"extra": N(1)})
        with self.invalid("The table does not have the specified index"):
            self.execute('SELECT * FROM $."nope"')
        with self.invalid("Strongly consistent read is not supported on Global Secondary Indexes"):
            self.execute('SELECT * FROM $."by-genre"', ConsistentRead=True)

    def test_pages_until_the_token_is_gone(self):
        self.fill("Acme", [f"{number:02}" for number in range(25)])
        seen, pages, token = [], 0, {}
        while True:
            page = self.execute("SELECT title FROM $ WHERE artist = 'Acme'", Limit=7, **token)
            seen += [item["title"]["S"] for item in page["Items"]]
            pages += 1
            self.assertEqual("NextToken" in page, "LastEvaluatedKey" in page)
            if "NextToken" not in page:
                break
            token = {"NextToken": page["NextToken"]}
        self.assertEqual(seen, [f"{number:02}" for number in range(25)])
        self.assertEqual(pages, 4)
        with self.invalid("NextToken does not match request"):
            self.execute("SELECT title FROM $ WHERE artist = 'Blue'", **token)
        with self.invalid("Invalid NextToken"):
            self.execute("SELECT title FROM $", NextToken="nonsense")

    def test_a_scan_in_pages_sees_everything_once(self):
        for number in range(30):
            self.songs.put(artist=S(f"artist {number}"), title=S("t"))
        seen, token = [], {}
        while True:
            page = self.execute("SELECT artist FROM $", Limit=4, **token)
            seen += [item["artist"]["S"] for item in page["Items"]]
            if "NextToken" not in page:
                break
            token = {"NextToken": page["NextToken"]}
        self.assertEqual(sorted(seen), sorted(f"artist {number}" for number in range(30)))

    def test_many_partitions_in_pages_of_ten(self):
        names = [f"artist {number}" for number in range(23)]
        for name in names:
            self.songs.put(artist=S(name), title=S("t"))
        marks = ", ".join("?" * len(names))
        select = f"SELECT artist FROM $ WHERE artist IN [{marks}] AND title = 't'"
        seen, sizes, token = [], [], {}
        while True:
            page = self.execute(select, *map(S, names), **token)
            seen += [item["artist"]["S"] for item in page["Items"]]
            sizes.append(len(page["Items"]))
            if "NextToken" not in page:
                break
            token = {"NextToken": page["NextToken"]}
        self.assertEqual(seen, names)
        self.assertEqual(sizes, [10, 10, 3])

    def test_capacity(self):
        self.fill("Acme", ["a"])
        answer = self.execute(
            "SELECT * FROM $ WHERE artist = 'Acme' AND title = 'a'",
            ReturnConsumedCapacity="INDEXES",
        )
        self.assertEqual(answer["ConsumedCapacity"]["CapacityUnits"], 0.5)
        answer = self.execute(
            "INSERT INTO $ VALUE {'artist': 'Acme', 'title': 'b', 'genre': 'rock', 'price': 1}",
            ReturnConsumedCapacity="INDEXES",
        )
        capacity = answer["ConsumedCapacity"]
        self.assertEqual(capacity["CapacityUnits"], 2)
        self.assertEqual(capacity["GlobalSecondaryIndexes"]["by-genre"]["CapacityUnits"], 1)

    def test_failures(self):
        self.fill("Acme", ["a"])
        with self.fails("DuplicateItemException", DUPLICATE):
            self.execute("INSERT INTO $ VALUE {'artist': 'Acme', 'title': 'a'}")
        with self.fails("ConditionalCheckFailedException", FAILED) as failure:
            self.execute(
                "UPDATE $ SET price = 9 WHERE artist = 'Acme' AND title = 'a' AND price = 5",
                ReturnValuesOnConditionCheckFailure="ALL_OLD",
            )
        self.assertEqual(failure.response["Item"]["price"], N(0))
        with self.fails("ConditionalCheckFailedException", FAILED):
            self.execute("UPDATE $ SET price = 9 WHERE artist = 'Nobody' AND title = 'a'")
        with self.fails("ResourceNotFoundException", "Requested resource not found"):
            self.client.execute_statement(Statement='SELECT * FROM "no-such-table"')
        with self.invalid(MALFORMED + "Expected data manipulation"):
            self.execute("TRUNCATE $")
        with self.invalid("Number of parameters in request and statement don't match."):
            self.execute("SELECT * FROM $ WHERE artist = ?")
        with self.invalid(
            "Where clause does not contain a mandatory equality on all key attributes"
        ):
            self.execute("DELETE FROM $ WHERE artist = 'Acme'")

    def test_sets_in_place(self):
        self.songs.put(artist=S("Acme"), title=S("a"), years=NS(1, 2))
        key = "artist = 'Acme' AND title = 'a'"
        self.execute(f"UPDATE $ SET years = SET_ADD(years, <<3>>) WHERE {key}")
        self.execute(f"UPDATE $ SET years = SET_DELETE(years, ?) WHERE {key}", NS(1))
        self.assert_same_item(
            self.songs.get(artist=S("Acme"), title=S("a")),
            {"artist": S("Acme"), "title": S("a"), "years": NS(2, 3)},
        )


class Batches(PartiqlTestCase):
    def batch(self, *statements, **options):
        return self.client.batch_execute_statement(Statements=list(statements), **options)

    def test_reads(self):
        self.fill("Acme", ["a", "b"])
        select = "SELECT title FROM $ WHERE artist = ? AND title = ?"
        answer = self.batch(
            self.statement(select, S("Acme"), S("a")),
            self.statement(select, S("Acme"), S("nope")),
            self.statement(select, S("Acme"), S("b"), ConsistentRead=True),
            ReturnConsumedCapacity="TOTAL",
        )
        name = self.songs.name
        self.assertEqual(
            answer["Responses"],
            [
                {"TableName": name, "Item": {"title": S("a")}},
                {"TableName": name},
                {"TableName": name, "Item": {"title": S("b")}},
            ],
        )
        self.assertEqual(answer["ConsumedCapacity"], [{"TableName": name, "CapacityUnits": 2.0}])

    def test_each_statement_fails_alone(self):
        self.fill("Acme", ["a"])
        answer = self.batch(
            self.statement("INSERT INTO $ VALUE {'artist': 'Acme', 'title': 'a'}"),
            self.statement("INSERT INTO $ VALUE {'artist': 'Acme', 'title': 'b'}"),
            self.statement("INSERT INTO $ VALUE {'artist': 'Acme'"),
            self.statement(
                "DELETE FROM $ WHERE artist = 'Acme' AND title = 'x' AND price = 1",
                ReturnValuesOnConditionCheckFailure="ALL_OLD",
            ),
        )
        codes = [response.get("Error", {}).get("Code") for response in answer["Responses"]]
        self.assertEqual(
            codes, ["DuplicateItem", None, "ValidationError", "ConditionalCheckFailed"]
        )
        self.assertIsNotNone(self.songs.get(artist=S("Acme"), title=S("b")))

    def test_refused_as_a_whole(self):
        select = self.statement("SELECT * FROM $ WHERE artist = 'a' AND title = 'b'")
        delete = self.statement("DELETE FROM $ WHERE artist = 'a' AND title = 'b'")
        with self.invalid("Read and write requests together in the same batch is not supported."):
            self.batch(select, delete)
        with self.invalid("Provided list of item keys contains duplicates"):
            self.batch(delete, delete)


class Transactions(PartiqlTestCase):
    def transact(self, *statements, **options):
        return self.client.execute_transaction(TransactStatements=list(statements), **options)

    def test_all_or_nothing(self):
        self.fill("Acme", ["a"])
        insert = self.statement("INSERT INTO $ VALUE {'artist': 'Acme', 'title': ?}", S("b"))
        exists = "EXISTS(SELECT * FROM $ WHERE artist = 'Acme' AND title = 'a' AND price = ?)"
        self.assertEqual(self.transact(insert, self.statement(exists, N(0)))["Responses"], [])
        other = self.statement("INSERT INTO $ VALUE {'artist': 'Acme', 'title': 'c'}")
        with self.fails("TransactionCanceledException") as failure:
            self.transact(other, insert, self.statement(exists, N(7)))
        reasons = failure.response["CancellationReasons"]
        self.assertEqual(
            [reason["Code"] for reason in reasons],
            ["None", "DuplicateItem", "ConditionalCheckFailed"],
        )
        self.assertIsNone(self.songs.get(artist=S("Acme"), title=S("c")))

    def test_reads(self):
        self.fill("Acme", ["a"])
        select = "SELECT title FROM $ WHERE artist = 'Acme' AND title = ?"
        answer = self.transact(self.statement(select, S("a")), self.statement(select, S("z")))
        self.assertEqual(answer["Responses"], [{"Item": {"title": S("a")}}, {}])

    def test_a_token_makes_it_happen_once(self):
        insert = self.statement("INSERT INTO $ VALUE {'artist': 'Acme', 'title': 'b'}")
        token = str(uuid.uuid4())
        self.transact(insert, ClientRequestToken=token)
        self.transact(insert, ClientRequestToken=token)
        other = self.statement("INSERT INTO $ VALUE {'artist': 'Acme', 'title': 'c'}")
        with self.fails("IdempotentParameterMismatchException"):
            self.transact(other, ClientRequestToken=token)

    def test_reads_and_writes_do_not_go_together(self):
        select = self.statement("SELECT * FROM $ WHERE artist = 'a' AND title = 'b'")
        delete = self.statement("DELETE FROM $ WHERE artist = 'a' AND title = 'c'")
        with self.invalid(
            "ExecuteTransaction API does not support both read and write operations in the same "
            "request."
        ):
            self.transact(select, delete)


if __name__ == "__main__":
    unittest.main()
