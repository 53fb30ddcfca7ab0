package stator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.*;

/** Transactions and statements. */
class TransactionsTest extends ServerTestCase {
  @Test
  void transactions() {
    String table = makeTable();
    client.transactWriteItems(
        r ->
            r.transactItems(
                TransactWriteItem.builder()
                    .put(Put.builder().tableName(table).item(key("a", "1")).build())
                    .build(),
                TransactWriteItem.builder()
                    .put(Put.builder().tableName(table).item(key("a", "2")).build())
                    .build()));
    TransactionCanceledException canceled =
        assertThrows(
            TransactionCanceledException.class,
            () ->
                client.transactWriteItems(
                    r ->
                        r.transactItems(
                            TransactWriteItem.builder()
                                .delete(Delete.builder().tableName(table).key(key("a", "2")).build())
                                .build(),
                            TransactWriteItem.builder()
                                .conditionCheck(
                                    ConditionCheck.builder()
                                        .tableName(table)
                                        .key(key("a", "1"))
                                        .conditionExpression("attribute_not_exists(pk)")
                                        .build())
                                .build())));
    assertEquals("None", canceled.cancellationReasons().get(0).code());
    assertEquals("ConditionalCheckFailed", canceled.cancellationReasons().get(1).code());
    assertEquals(
        "The conditional request failed", canceled.cancellationReasons().get(1).message());
    TransactGetItem.Builder first =
        TransactGetItem.builder().get(Get.builder().tableName(table).key(key("a", "1")).build());
    assertEquals(
        1, client.transactGetItems(r -> r.transactItems(first.build())).responses().size());
  }

  @Test
  void aTokenMakesATransactionHappenOnce() {
    String table = makeTable();
    for (int i = 0; i < 2; ++i) {
      client.transactWriteItems(adding(table, "1"));
    }
    assertThrows(
        IdempotentParameterMismatchException.class,
        () -> client.transactWriteItems(adding(table, "2")));
    assertEquals(
        n("1"), client.getItem(r -> r.tableName(table).key(key("a", "1"))).item().get("n"));
  }

  private static TransactWriteItemsRequest adding(String table, String amount) {
    Update update =
        Update.builder()
            .tableName(table)
            .key(key("a", "1"))
            .updateExpression("ADD n :n")
            .expressionAttributeValues(Map.of(":n", n(amount)))
            .build();
    return TransactWriteItemsRequest.builder()
        .clientRequestToken("token-" + table)
        .transactItems(TransactWriteItem.builder().update(update).build())
        .build();
  }

  @Test
  void statements() {
    String table = makeTable();
    client.executeStatement(
        r ->
            r.statement("INSERT INTO \"" + table + "\" VALUE {'pk': ?, 'sk': ?}")
                .parameters(s("a"), s("1")));
    ExecuteStatementResponse got =
        client.executeStatement(
            r ->
                r.statement("SELECT * FROM \"" + table + "\" WHERE pk = ? AND sk = ?")
                    .parameters(s("a"), s("1")));
    assertEquals(List.of(key("a", "1")), got.items());
  }

  @Test
  void statementsInBatchesAndTransactions() {
    String table = makeTable();
    client.putItem(r -> r.tableName(table).item(key("a", "1")));
    String insert = "INSERT INTO \"" + table + "\" VALUE {'pk': 'a', 'sk': ?}";
    List<BatchStatementResponse> answers =
        client
            .batchExecuteStatement(
                r ->
                    r.statements(
                        BatchStatementRequest.builder().statement(insert).parameters(s("1")).build(),
                        BatchStatementRequest.builder()
                            .statement(insert)
                            .parameters(s("2"))
                            .build()))
            .responses();
    assertEquals(BatchStatementErrorCodeEnum.DUPLICATE_ITEM, answers.get(0).error().code());
    assertEquals(null, answers.get(1).error());
    TransactionCanceledException canceled =
        assertThrows(
            TransactionCanceledException.class,
            () ->
                client.executeTransaction(
                    r -> r.transactStatements(one -> one.statement(insert).parameters(s("1")))));
    assertEquals("DuplicateItem", canceled.cancellationReasons().get(0).code());
  }
}
