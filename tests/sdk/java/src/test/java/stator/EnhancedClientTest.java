package stator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
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
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** The enhanced client. */
class EnhancedClientTest extends ServerTestCase {
  private final DynamoDbEnhancedClient enhanced =
      DynamoDbEnhancedClient.builder().dynamoDbClient(client).build();

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
  void anEntityIsWrittenQueriedAndLocked() {
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

    // Versions need conditions, which batches do not have.
    DynamoDbEnhancedClient plain =
        DynamoDbEnhancedClient.builder().dynamoDbClient(client).extensions().build();
    DynamoDbTable<Song> unversioned =
        plain.table(songs.tableName(), TableSchema.fromBean(Song.class));
    plain.batchWriteItem(
        r ->
            r.writeBatches(
                WriteBatch.builder(Song.class)
                    .mappedTableResource(unversioned)
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
