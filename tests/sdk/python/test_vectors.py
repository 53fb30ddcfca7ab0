"""Vector indexes and SearchVectors."""

import math

from support import N, S, SdkTestCase, L


def vector(*components):
    return L(*(N(component) for component in components))


def vector_index(**options):
    return {
        "IndexName": "Embeddings",
        "VectorAttribute": {"AttributeName": "embedding"},
        "Dimensions": 3,
        "DistanceFunction": "EUCLIDEAN",
        "Projection": {"ProjectionType": "ALL"},
    } | options


class SearchVectors(SdkTestCase):
    def search(self, table, *components, **options):
        options = {"TopK": 2} | options
        answer = table.search_vectors(
            IndexName="Embeddings", SearchVector=vector(*components)["L"], **options
        )
        return [(hit["Item"]["pk"]["S"], hit["Score"]) for hit in answer["SearchResults"]]

    def test_finds_the_nearest(self):
        table = self.table("pk:S", VectorIndexes=[vector_index()])
        table.put(pk=S("far"), embedding=vector(9, 9, 9))
        table.put(pk=S("near"), embedding=vector(1, 0, 0))
        table.put(pk=S("here"), embedding=vector(0, 0, 0))
        table.put(pk=S("nowhere"))
        self.assertEqual(self.search(table, 0, 0, 0), [("here", 0.0), ("near", 1.0)])
        self.assertAlmostEqual(self.search(table, 0, 0, 0, TopK=9)[2][1], math.sqrt(243))

    def test_index_is_added_and_removed(self):
        table = self.table("pk:S")
        table.put(pk=S("a"), embedding=vector(1, 2, 3))
        table.update_table(VectorIndexUpdates=[{"Create": vector_index()}])
        description = table.wait_until_active()["VectorIndexes"][0]
        self.assertEqual((description["IndexStatus"], description["ItemCount"]), ("ACTIVE", 1))
        self.assertEqual(self.search(table, 1, 2, 3), [("a", 0.0)])
        table.update_table(VectorIndexUpdates=[{"Delete": {"IndexName": "Embeddings"}}])
        self.assertNotIn("VectorIndexes", table.wait_until_active())
        with self.fails("ResourceNotFoundException"):
            self.search(table, 1, 2, 3)

    def test_partitions_are_searched_alone(self):
        schema = [
            {"AttributeName": "tenant", "SearchSchemaElementType": "HASH"},
            {"AttributeName": "year", "SearchSchemaElementType": "INLINE_FILTER"},
        ]
        definitions = [
            {"AttributeName": "pk", "AttributeType": "S"},
            {"AttributeName": "tenant", "AttributeType": "S"},
            {"AttributeName": "year", "AttributeType": "N"},
        ]
        table = self.table(
            "pk:S",
            AttributeDefinitions=definitions,
            VectorIndexes=[vector_index(SearchSchema=schema)],
        )
        for name, tenant, year in (("a", "x", 1), ("b", "x", 2), ("c", "y", 1)):
            table.put(pk=S(name), tenant=S(tenant), year=N(year), embedding=vector(0, 0, 0))
        found = self.search(
            table, 0, 0, 0,
            SearchConditionExpression="tenant = :t AND #y = :y",
            ExpressionAttributeNames={"#y": "year"},
            ExpressionAttributeValues={":t": S("x"), ":y": N(2)},
        )
        self.assertEqual(found, [("b", 0.0)])

    def test_unsound_vectors_are_refused(self):
        table = self.table("pk:S", VectorIndexes=[vector_index()])
        with self.fails("ValidationException"):
            table.put(pk=S("a"), embedding=vector(1, 2))

    def test_capacity_is_in_bytes(self):
        table = self.table("pk:S", VectorIndexes=[vector_index()])
        written = table.put_item(
            Item={"pk": S("a"), "embedding": vector(1, 2, 3)}, ReturnConsumedCapacity="TOTAL"
        )["ConsumedCapacity"]["VectorIndexes"]["Embeddings"]["VectorWriteRequestBytes"]
        found = table.search_vectors(
            IndexName="Embeddings", SearchVector=vector(1, 2, 3)["L"], TopK=1,
            ReturnConsumedCapacity="TOTAL",
        )
        self.assertEqual(found["ConsumedCapacity"], {"VectorSearchRequestBytes": written})
