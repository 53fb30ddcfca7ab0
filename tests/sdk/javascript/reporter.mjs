// A reporter for node:test: a dot for each test that passes, the whole story of each that fails,
// and the closing line `N passed, N failed` that script/test adds up. Suites are not counted.

export default async function* report(events) {
  let passed = 0;
  let failed = 0;
  for await (const { type, data } of events) {
    const isSuite = data?.details?.type === 'suite';
    if (type === 'test:pass' && !isSuite) {
      passed += 1;
      yield passed % 80 === 0 ? '.\n' : '.';
    } else if (type === 'test:fail' && !isSuite) {
      failed += 1;
      const error = data.details.error.cause ?? data.details.error;
      const where = data.file ? ` (${data.file}:${data.line})` : '';
      yield `\nFAILED: ${data.name}${where}\n${error?.stack ?? error}\n`;
    } else if (type === 'test:stderr') {
      yield data.message;
    }
  }
  yield `\n${passed} passed, ${failed} failed\n`;
}
