package stator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.*;

/** Reads and writes of items, one by one, in pages and in batches. */
class ItemsTest extends ServerTestCase {
  @Test
  void itemsComeBackAsTheyWere() {
    String table = makeTable();
    Map<String, AttributeValue> item = new HashMap<>(key("a", "1"));
    item.put("n", AttributeValue.fromN("-1.5"));
    item.put("b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0, 1, -1})));
    item.put("l", AttributeValue.fromL(List.of(s("x"), AttributeValue.fromBool(true))));
    item.put("m", AttributeValue.fromM(Map.of("k", AttributeValue.fromNul(true))));
    item.put("ss", AttributeValue.fromSs(List.of("x", "y")));
    client.putItem(r -> r.tableName(table).item(item));
    GetItemResponse got =
        client.getItem(
            r ->
                r.tableName(table)
                    .key(key("a", "1"))
                    .consistentRead(true)
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    assertEquals(item, got.item());
    assertEquals(1.0, got.consumedCapacity().capacityUnits());
  }

  @Test
  void failedConditionsHaveTheirTypeAndItem() {
    String table = makeTable();
    client.putItem(r -> r.tableName(table).item(key("a", "1")));
    ConditionalCheckFailedException failure =
        assertThrows(
            ConditionalCheckFailedException.class,
            () ->
                client.putItem(
                    r ->
                        r.tableName(table)
                            .item(key("a", "1"))
                            .conditionExpression("attribute_not_exists(pk)")
                            .returnValuesOnConditionCheckFailure("ALL_OLD")));
    assertEquals(key("a", "1"), failure.item());
    assertThrows(
        ResourceNotFoundException.class,
        () -> client.getItem(r -> r.tableName("none").key(key("a", "1"))));
  }

  @Test
  void updatesAndDeletesReturnWhatTheyAreAskedFor() {
    String table = makeTable();
    for (int i = 0; i < 2; ++i) {
      client.updateItem(
          r ->
              r.tableName(table)
                  .key(key("a", "1"))
                  .updateExpression("ADD #n :two SET tags = if_not_exists(tags, :none)")
                  .expressionAttributeNames(Map.of("#n", "count"))
                  .expressionAttributeValues(
                      Map.of(":two", n("2"), ":none", AttributeValue.fromL(List.of()))));
    }
    UpdateItemResponse updated =
        client.updateItem(
            r ->
                r.tableName(table)
                    .key(key("a", "1"))
                    .updateExpression("SET #n = #n - :one")
                    .conditionExpression("#n > :one")
                    .expressionAttributeNames(Map.of("#n", "count"))
                    .expressionAttributeValues(Map.of(":one", n("1")))
                    .returnValues(ReturnValue.UPDATED_NEW));
    assertEquals(Map.of("count", n("3")), updated.attributes());
    DeleteItemResponse deleted =
        client.deleteItem(
            r -> r.tableName(table).key(key("a", "1")).returnValues(ReturnValue.ALL_OLD));
    assertEquals(n("3"), deleted.attributes().get("count"));
  }

  @Test
  void paginators() {
    String table = makeTable();
    fill(table, 25);
    long queried =
        client
            .queryPaginator(
                r ->
                    r.tableName(table)
                        .limit(7)
                        .keyConditionExpression("pk = :p AND sk > :s")
                        .expressionAttributeValues(Map.of(":p", s("a"), ":s", s("004"))))
            .items()
            .stream()
            .count();
    assertEquals(20, queried);
    assertEquals(
        25, client.scanPaginator(r -> r.tableName(table).limit(4)).items().stream().count());
    assertTrue(
        client.listTablesPaginator(r -> r.limit(1)).tableNames().stream().anyMatch(table::equals));
  }

  @Test
  void segmentsOfAScanAreTheWholeTable() {
    String table = makeTable();
    for (int i = 0; i < 40; ++i) {
      Map<String, AttributeValue> item = key("p" + i, "x");
      client.putItem(r -> r.tableName(table).item(item));
    }
    int found =
        IntStream.range(0, 4)
            .parallel()
            .map(
                segment ->
                    client.scan(r -> r.tableName(table).segment(segment).totalSegments(4)).count())
            .sum();
    assertEquals(40, found);
  }

  @Test
  void batches() {
    String table = makeTable();
    List<WriteRequest> writes =
        IntStream.range(0, 25)
            .mapToObj(i -> key("a", "" + i))
            .map(item -> WriteRequest.builder().putRequest(r -> r.item(item)).build())
            .toList();
    assertTrue(
        client.batchWriteItem(r -> r.requestItems(Map.of(table, writes))).unprocessedItems()
            .isEmpty());
    KeysAndAttributes wanted =
        KeysAndAttributes.builder().keys(key("a", "1"), key("a", "24"), key("a", "none")).build();
    assertEquals(
        2,
        client.batchGetItem(r -> r.requestItems(Map.of(table, wanted))).responses().get(table)
            .size());
    long all =
        client
            .batchGetItemPaginator(r -> r.requestItems(Map.of(table, wanted)))
            .stream()
            .mapToLong(page -> page.responses().get(table).size())
            .sum();
    assertEquals(2, all);
  }

  @Test
  void faultyRequestsHaveTheirCodeAndText() {
    String table = makeTable();
    DynamoDbException failure =
        assertThrows(
            DynamoDbException.class,
            () -> client.getItem(r -> r.tableName(table).key(Map.of("pk", s("a")))));
    assertEquals("ValidationException", failure.awsErrorDetails().errorCode());
    assertEquals(
        "The provided key element does not match the schema",
        failure.awsErrorDetails().errorMessage());
    assertEquals(400, failure.statusCode());
  }
}
