"""PynamoDB, in its basic use: the table made by the model, versions, indexes, transactions."""

import os
import unittest

from pynamodb.attributes import (ListAttribute, MapAttribute, NumberAttribute, UnicodeAttribute,
                                 UnicodeSetAttribute, VersionAttribute)
from pynamodb.connection import Connection
from pynamodb.exceptions import DoesNotExist, PutError, TransactWriteError
from pynamodb.indexes import AllProjection, GlobalSecondaryIndex
from pynamodb.models import Model
from pynamodb.transactions import TransactGet, TransactWrite

CONNECTION = {"region": "us-east-1", "host": os.environ["STATOR_ENDPOINT"]}
os.environ.setdefault("AWS_ACCESS_KEY_ID", "any")
os.environ.setdefault("AWS_SECRET_ACCESS_KEY", "any")


class ByGenre(GlobalSecondaryIndex):
    class Meta:
        index_name = "by-genre"
        projection = AllProjection()

    genre = UnicodeAttribute(hash_key=True)
    year = NumberAttribute(range_key=True)


class Place(MapAttribute):
    city = UnicodeAttribute()


class Song(Model):
    class Meta:
        table_name = f"pynamodb-{os.getpid()}"
        billing_mode = "PAY_PER_REQUEST"
        region = CONNECTION["region"]
        host = CONNECTION["host"]

    artist = UnicodeAttribute(hash_key=True)
    title = UnicodeAttribute(range_key=True)
    genre = UnicodeAttribute(default="jazz")
    year = NumberAttribute(default=1970)
    tags = UnicodeSetAttribute(null=True)
    places = ListAttribute(of=Place, null=True)
    version = VersionAttribute()
    by_genre = ByGenre()


class PynamoDB(unittest.TestCase):
    def setUp(self):
        Song.create_table(wait=True)
        self.addCleanup(Song.delete_table)

    def test_items(self):
        song = Song("a", "1", tags={"x"}, places=[Place(city="Paris")])
        song.save()
        read = Song.get("a", "1", consistent_read=True)
        self.assertEqual((read.tags, read.places[0].city, read.version), ({"x"}, "Paris", 1))
        read.update(actions=[Song.year.add(2), Song.tags.add({"y"})])
        self.assertEqual((read.year, read.tags), (1972, {"x", "y"}))
        with self.assertRaises(PutError) as caught:
            song.save()  # of a version that is over
        self.assertEqual(caught.exception.cause_response_code, "ConditionalCheckFailedException")
        read.delete()
        with self.assertRaises(DoesNotExist):
            Song.get("a", "1")

    def test_pages(self):
        with Song.batch_write() as batch:
            for number in range(60):
                batch.save(Song("a", f"{number:03}", year=2000 + number))
        self.assertEqual(len(list(Song.query("a", Song.title > "009", page_size=7))), 50)
        self.assertEqual(len(list(Song.by_genre.query("jazz", Song.year.between(2000, 2009)))), 10)
        self.assertEqual(Song.count("a"), 60)
        self.assertEqual(len(list(Song.scan(Song.year >= 2030, page_size=20))), 30)
        keys = [("a", "001"), ("a", "059"), ("a", "none")]
        self.assertEqual(len(list(Song.batch_get(keys))), 2)

    def test_transactions(self):
        connection = Connection(**CONNECTION)
        with TransactWrite(connection=connection) as transaction:
            transaction.save(Song("a", "1"))
            transaction.save(Song("a", "2"))
        with TransactGet(connection=connection) as transaction:
            song = transaction.get(Song, "a", "2")
        self.assertEqual(song.get().title, "2")
        with self.assertRaises(TransactWriteError) as caught:
            with TransactWrite(connection=connection) as transaction:
                transaction.condition_check(Song, "a", "1",
                                            condition=Song.artist.does_not_exist())
                transaction.delete(song.get())
        reasons = [each and each.code for each in caught.exception.cancellation_reasons]
        self.assertEqual(reasons, ["ConditionalCheckFailed", None])
        self.assertEqual(Song.count(), 2)


if __name__ == "__main__":
    unittest.main()
