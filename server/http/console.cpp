#include "server/http/console.h"

namespace stator::server::http {

// The page talks to the API as any client does. Whatever comes from data is set as text, never as
// markup.
const std::string_view kConsole = R"html(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Stator</title>
<style>
body{font:14px/1.5 system-ui,sans-serif;margin:2em auto;max-width:72em;padding:0 1em}
table{border-collapse:collapse;margin:.5em 0}
td,th{border:1px solid #ccc;padding:.2em .6em;text-align:left;vertical-align:top}
pre{margin:0;white-space:pre-wrap}button{font:inherit}textarea{width:100%;height:9em}
</style></head><body>
<h1>Stator</h1>
<h2>Tables</h2><table id="tables"></table><div id="items"></div>
<h2>Request</h2>
<p><input id="operation" value="ListTables"> <button id="send">send</button></p>
<textarea id="body">{}</textarea><pre id="answer"></pre>
<h2>Metering</h2><p><button id="refresh">refresh</button></p><table id="metering"></table>
<script>
const byId = id => document.getElementById(id);
const api = async (operation, body) => {
  const answer = await fetch("/", {method: "POST", body: JSON.stringify(body), headers: {
    "Content-Type": "application/x-amz-json-1.0",
    "X-Amz-Target": "DynamoDB_20120810." + operation,
    "X-Amz-Date": new Date().toISOString().replace(/[-:]|\.\d+/g, ""),
    "Authorization": "AWS4-HMAC-SHA256 Credential=console/20200101/us-east-1/dynamodb/" +
      "aws4_request, SignedHeaders=host;x-amz-date, Signature=0"}});
  return answer.json();
};
const row = (table, cells, tag = "td") => {
  const line = table.insertRow();
  for (const cell of cells) {
    const element = document.createElement(tag);
    if (cell instanceof Node) element.append(cell); else element.textContent = cell ?? "";
    line.append(element);
  }
};
const button = (text, action) => {
  const element = document.createElement("button");
  element.textContent = text;
  element.onclick = action;
  return element;
};
const showItems = async (name, start) => {
  const page = await api("Scan", {TableName: name, Limit: 50, ExclusiveStartKey: start});
  const place = byId("items");
  place.replaceChildren();
  const list = document.createElement("table");
  row(list, [name + ": " + (page.Count ?? 0) + " items"], "th");
  for (const item of page.Items ?? []) row(list, [JSON.stringify(item)]);
  place.append(list);
  if (page.LastEvaluatedKey) {
    place.append(button("next page", () => showItems(name, page.LastEvaluatedKey)));
  }
};
const showTables = async () => {
  const list = byId("tables");
  list.replaceChildren();
  row(list, ["name", "status", "items", "bytes", "indexes", ""], "th");
  let start;
  do {
    const page = await api("ListTables", {ExclusiveStartTableName: start});
    for (const name of page.TableNames ?? []) {
      const {Table: table} = await api("DescribeTable", {TableName: name});
      if (!table) continue;
      const indexes = [...table.GlobalSecondaryIndexes ?? [], ...table.LocalSecondaryIndexes ?? []];
      row(list, [name, table.TableStatus, table.ItemCount, table.TableSizeBytes,
        indexes.map(index => index.IndexName).join(", "), button("items", () => showItems(name))]);
    }
    start = page.LastEvaluatedTableName;
  } while (start);
};
const showMetering = async () => {
  const list = byId("metering");
  list.replaceChildren();
  const columns = ["Label", "Operation", "TableName", "IndexName", "Requests",
    "ReadCapacityUnits", "WriteCapacityUnits"];
  row(list, columns, "th");
  const report = await (await fetch("/_stator/metering")).json();
  for (const entry of report.Entries) row(list, columns.map(column => entry[column]));
};
byId("send").onclick = async () => {
  const answer = await api(byId("operation").value, JSON.parse(byId("body").value));
  byId("answer").textContent = JSON.stringify(answer, null, 2);
  showTables();
};
byId("refresh").onclick = showMetering;
showTables();
showMetering();
</script></body></html>
)html";

}  // namespace stator::server::http
