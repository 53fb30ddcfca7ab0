package stator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.*;

/** The SDK tries again; tests/sdk/faults.py makes the first attempt of each call fail. */
class RetriesTest extends ServerTestCase {
  private static final String FAULTS = System.getenv("STATOR_FAULTS_ENDPOINT");

  private static class Attempts implements ExecutionInterceptor {
    final AtomicInteger count = new AtomicInteger();

    @Override
    public void beforeTransmission(
        Context.BeforeTransmission context, ExecutionAttributes attributes) {
      count.incrementAndGet();
    }
  }

  @Test
  void aSecondAttemptSucceeds() {
    String table = makeTable();
    for (String fault : new String[] {"/throttle", "/error", "/drop"}) {
      Attempts attempts = new Attempts();
      try (DynamoDbClient behindFaults =
          newClient(
              builder ->
                  builder
                      .endpointOverride(URI.create(FAULTS + fault))
                      .overrideConfiguration(
                          o ->
                              o.retryStrategy(r -> r.maxAttempts(2))
                                  .addExecutionInterceptor(attempts)))) {
        behindFaults.updateItem(
            r ->
                r.tableName(table)
                    .key(key("a", fault))
                    .updateExpression("ADD n :one")
                    .expressionAttributeValues(Map.of(":one", n("1"))));
      }
      assertEquals(2, attempts.count.get(), fault);
    }
    assertEquals(3, client.scan(r -> r.tableName(table)).count());
  }

  @Test
  void withoutRetriesThrottlingHasItsType() {
    try (DynamoDbClient behindFaults =
        newClient(builder -> builder.endpointOverride(URI.create(FAULTS + "/throttle")))) {
      assertThrows(
          ProvisionedThroughputExceededException.class, () -> behindFaults.listTables());
    }
  }

  @Test
  void nobodyListens() throws IOException {
    ServerSocket socket = new ServerSocket(0);
    int port = socket.getLocalPort();
    socket.close();
    try (DynamoDbClient nobody =
        newClient(b -> b.endpointOverride(URI.create("http://127.0.0.1:" + port)))) {
      SdkClientException failure =
          assertThrows(SdkClientException.class, () -> nobody.listTables());
      assertInstanceOf(ConnectException.class, failure.getCause());
    }
  }
}
