// `node deploy/demo/call.js http://gateway:8080`: sends the calculator a call through the gateway, as `curl` would, and prints
// the request and the answer. Exit code 0 when the answer holds the sum.

const [base] = process.argv.slice(2);
const url = `${base}/a2a`;
const body =
  '{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m-1","role":"ROLE_USER",' +
  '"parts":[{"text":"calculator__calculate {\\"operation\\":\\"add\\",\\"operands\\":[5,3]}"}]}}}';
const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };

const response = await fetch(url, { method: 'POST', headers, body });
const answer = await response.text();
process.stdout.write(`POST ${url}\n${body}\n\n${response.status} ${response.headers.get('content-type')}\n${answer}\n`);
process.exitCode = answer.includes('"result":8') ? 0 : 1;
