package stator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.extensions.annotations.DynamoDbVersionAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.*;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The server is the one at STATOR_ENDPOINT; script/test-sdks starts it. */
class DynamoDbTest {
  private static final AtomicInteger SERIAL = new AtomicInteger();

  private static <B extends AwsClientBuilder<B, C>, C> B configured(B builder) {
    return builder
        .endpointOverride(URI.create(System.getenv("STATOR_ENDPOINT")))
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
        // A fault of the server must not hide behind a second attempt.
        .overrideConfiguration(o -> o.retryStrategy(r -> r.maxAttempts(1)));
  }

  private final DynamoDbClient client =
      configured(DynamoDbClient.builder())
          .httpClientBuilder(UrlConnectionHttpClient.builder())
          .build();
  private final DynamoDbEnhancedClient enhanced =
      DynamoDbEnhancedClient.builder().dynamoDbClient(client).build();
  private final List<String> tables = new ArrayList<>();

  @AfterEach
  void deleteTables() {
    for (String table : tables) {
      client.deleteTable(r -> r.tableName(table));
      client.waiter().waitUntilTableNotExists(r -> r.tableName(table));
    }
    client.close();
  }

  private String newName() {
    String name = "java-" + ProcessHandle.current().pid() + "-" + SERIAL.incrementAndGet();
    tables.add(name);
    return name;
  }

  private String makeTable(Consumer<CreateTableRequest.Builder> change) {
    String name = newName();
    CreateTableRequest.Builder request =
        CreateTableRequest.builder()
            .tableName(name)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(attribute("pk"), attribute("sk"))
            .keySchema(
                KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build(),
                KeySchemaElement.builder().attributeName("sk").keyType(KeyType.RANGE).build());
    change.accept(request);
    client.createTable(request.build());
    client.waiter().waitUntilTableExists(r -> r.tableName(name));
    return name;
  }

  private String makeTable() {
    return makeTable(request -> {});
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  private static Map<String, AttributeValue> key(String pk, String sk) {
    return Map.of("pk", s(pk), "sk", s(sk));
  }

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
  void paginators() {
    String table = makeTable();
    for (int i = 0; i < 25; ++i) {
      String sort = String.format("%03d", i);
      client.putItem(r -> r.tableName(table).item(key("a", sort)));
    }
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
    TransactGetItem.Builder first =
        TransactGetItem.builder().get(Get.builder().tableName(table).key(key("a", "1")).build());
    assertEquals(
        1, client.transactGetItems(r -> r.transactItems(first.build())).responses().size());
  }

  @Test
  void partiQl() {
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
  void streams() {
    String table =
        makeTable(
            r ->
                r.streamSpecification(
                    StreamSpecification.builder()
                        .streamEnabled(true)
                        .streamViewType(StreamViewType.NEW_IMAGE)
                        .build()));
    client.putItem(r -> r.tableName(table).item(key("a", "1")));
    String arn = client.describeTable(r -> r.tableName(table)).table().latestStreamArn();
    try (DynamoDbStreamsClient streams =
        configured(DynamoDbStreamsClient.builder())
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .build()) {
      List<Record> records = new ArrayList<>();
      for (Shard shard :
          streams.describeStream(r -> r.streamArn(arn)).streamDescription().shards()) {
        String iterator =
            streams
                .getShardIterator(
                    r ->
                        r.streamArn(arn)
                            .shardId(shard.shardId())
                            .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
                .shardIterator();
        records.addAll(streams.getRecords(r -> r.shardIterator(iterator)).records());
      }
      assertEquals(1, records.size());
      assertEquals(OperationType.INSERT, records.get(0).eventName());
      assertEquals(key("a", "1"), records.get(0).dynamodb().newImage());
    }
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

  /** An entity of the enhanced client. */
  @DynamoDbBean
  public static class Song {
    private String artist;
    private String title;
    private String genre;
    private Long version;

    @DynamoDbPartitionKey
    public String getArtist() {
      return artist;
    }

    public void setArtist(String artist) {
      this.artist = artist;
    }

    @DynamoDbSortKey
    public String getTitle() {
      return title;
    }

    public void setTitle(String title) {
      this.title = title;
    }

    @DynamoDbSecondaryPartitionKey(indexNames = "genre")
    public String getGenre() {
      return genre;
    }

    public void setGenre(String genre) {
      this.genre = genre;
    }

    @DynamoDbVersionAttribute
    public Long getVersion() {
      return version;
    }

    public void setVersion(Long version) {
      this.version = version;
    }

    static Song of(String artist, String title, String genre) {
      Song song = new Song();
      song.setArtist(artist);
      song.setTitle(title);
      song.setGenre(genre);
      return song;
    }
  }

  @Test
  void enhancedClient() {
    DynamoDbTable<Song> songs = enhanced.table(newName(), TableSchema.fromBean(Song.class));
    songs.createTable(
        r ->
            r.globalSecondaryIndices(
                i -> i.indexName("genre").projection(p -> p.projectionType("ALL"))));
    client.waiter().waitUntilTableExists(r -> r.tableName(songs.tableName()));
    songs.putItem(Song.of("a", "1", "jazz"));
    Song read = songs.getItem(Key.builder().partitionValue("a").sortValue("1").build());
    assertEquals(1L, read.getVersion());
    songs.updateItem(read);
    // Optimistic locking: `read` is out of date now.
    assertThrows(ConditionalCheckFailedException.class, () -> songs.updateItem(read));

    enhanced.batchWriteItem(
        r ->
            r.writeBatches(
                WriteBatch.builder(Song.class)
                    .mappedTableResource(songs)
                    .addPutItem(Song.of("a", "2", "jazz"))
                    .addPutItem(Song.of("b", "1", "folk"))
                    .build()));
    enhanced.transactWriteItems(
        TransactWriteItemsEnhancedRequest.builder()
            .addPutItem(songs, Song.of("c", "1", "jazz"))
            .build());
    QueryConditional jazz =
        QueryConditional.keyEqualTo(Key.builder().partitionValue("jazz").build());
    long found =
        songs.index("genre").query(jazz).stream().mapToLong(page -> page.items().size()).sum();
    assertEquals(3, found);
    assertEquals(4, songs.scan().items().stream().count());
    songs.deleteItem(Key.builder().partitionValue("a").sortValue("1").build());
    assertNull(songs.getItem(Key.builder().partitionValue("a").sortValue("1").build()));
  }
}
