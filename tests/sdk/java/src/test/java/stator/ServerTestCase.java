package stator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.*;

/**
 * What the tests share: a client, and tables that are gone at the end of a test. The server is the
 * one at AWS_ENDPOINT_URL_DYNAMODB, the variable that the SDK itself reads; script/test-sdks starts
 * it.
 */
abstract class ServerTestCase {
  private static final AtomicInteger SERIAL = new AtomicInteger();

  protected final DynamoDbClient client = newClient(builder -> {});
  private final List<String> tables = new ArrayList<>();

  /** With a key and a region; a fault of the server must not hide behind a second attempt. */
  protected static <B extends AwsClientBuilder<B, C>, C> B configured(B builder) {
    return builder
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
        .overrideConfiguration(o -> o.retryStrategy(r -> r.maxAttempts(1)));
  }

  protected static DynamoDbClient newClient(
      Consumer<software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder> change) {
    var builder =
        configured(DynamoDbClient.builder()).httpClientBuilder(UrlConnectionHttpClient.builder());
    change.accept(builder);
    return builder.build();
  }

  @AfterEach
  void deleteTables() {
    for (String table : tables) {
      client.deleteTable(r -> r.tableName(table));
      client.waiter().waitUntilTableNotExists(r -> r.tableName(table));
    }
    client.close();
  }

  /** The name of a table that the test will make. */
  protected String newName() {
    String name = "java-" + ProcessHandle.current().pid() + "-" + SERIAL.incrementAndGet();
    tables.add(name);
    return name;
  }

  protected static CreateTableRequest.Builder tableRequest(String name) {
    return CreateTableRequest.builder()
        .tableName(name)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(attribute("pk"), attribute("sk"))
        .keySchema(keyElement("pk", KeyType.HASH), keyElement("sk", KeyType.RANGE));
  }

  protected String makeTable(Consumer<CreateTableRequest.Builder> change) {
    String name = newName();
    CreateTableRequest.Builder request = tableRequest(name);
    change.accept(request);
    client.createTable(request.build());
    client.waiter().waitUntilTableExists(r -> r.tableName(name));
    return name;
  }

  protected String makeTable() {
    return makeTable(request -> {});
  }

  /** Puts items with the partition key "a" and the sort keys "000", "001" ... */
  protected void fill(String table, int count) {
    for (int i = 0; i < count; ++i) {
      String sort = String.format("%03d", i);
      client.putItem(r -> r.tableName(table).item(key("a", sort)));
    }
  }

  protected static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  protected static KeySchemaElement keyElement(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  protected static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  protected static AttributeValue n(String number) {
    return AttributeValue.fromN(number);
  }

  protected static Map<String, AttributeValue> key(String pk, String sk) {
    return Map.of("pk", s(pk), "sk", s(sk));
  }
}
