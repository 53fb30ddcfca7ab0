package stator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.model.*;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** DynamoDB Streams, by the client of their own. */
class StreamsTest extends ServerTestCase {
  @Test
  void recordsAreReadFromEveryShard() {
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
  void aStreamThatIsMissingHasItsType() {
    try (DynamoDbStreamsClient streams =
        configured(DynamoDbStreamsClient.builder())
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .build()) {
      assertEquals(List.of(), streams.listStreams(r -> r.tableName("missing")).streams());
      String arn =
          "arn:aws:dynamodb:us-east-1:000000000000:table/missing/stream/2026-01-01T00:00:00.000";
      assertThrows(
          ResourceNotFoundException.class, () -> streams.describeStream(r -> r.streamArn(arn)));
    }
  }
}
