package stator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.*;

/** Tables and their settings. */
class TablesTest extends ServerTestCase {
  @Test
  void aTableThatExistsIsInUse() {
    String table = makeTable();
    assertThrows(
        ResourceInUseException.class, () -> client.createTable(tableRequest(table).build()));
  }

  @Test
  void aWaiterGivesUpOnATableThatIsMissing() {
    assertTrue(
        client
            .waiter()
            .waitUntilTableNotExists(r -> r.tableName("missing"))
            .matched()
            .exception()
            .isPresent());
  }

  @Test
  void anIndexIsAdded() {
    String table = makeTable();
    fill(table, 3);
    client.updateTable(
        r ->
            r.tableName(table)
                .attributeDefinitions(attribute("sk"))
                .globalSecondaryIndexUpdates(
                    u ->
                        u.create(
                            c ->
                                c.indexName("by-sk")
                                    .keySchema(keyElement("sk", KeyType.HASH))
                                    .projection(p -> p.projectionType("KEYS_ONLY")))));
    client.waiter().waitUntilTableExists(r -> r.tableName(table));
    QueryResponse found =
        client.query(
            r ->
                r.tableName(table)
                    .indexName("by-sk")
                    .keyConditionExpression("sk = :s")
                    .expressionAttributeValues(java.util.Map.of(":s", s("001"))));
    assertEquals(1, found.count());
  }

  @Test
  void whatTerraformAsks() {
    String table = makeTable();
    String arn = client.describeTable(r -> r.tableName(table)).table().tableArn();
    assertEquals(
        ContinuousBackupsStatus.ENABLED,
        client
            .describeContinuousBackups(r -> r.tableName(table))
            .continuousBackupsDescription()
            .continuousBackupsStatus());
    assertEquals(
        TimeToLiveStatus.DISABLED,
        client
            .describeTimeToLive(r -> r.tableName(table))
            .timeToLiveDescription()
            .timeToLiveStatus());
    client.tagResource(r -> r.resourceArn(arn).tags(Tag.builder().key("k").value("v").build()));
    assertEquals("v", client.listTagsOfResource(r -> r.resourceArn(arn)).tags().get(0).value());
  }
}
