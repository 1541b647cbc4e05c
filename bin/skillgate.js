#!/usr/bin/env node
// The command `skillgate`. Checks the Node version before it loads anything of ours, so that an old Node gets one clear
// line instead of a syntax error: this file must keep to syntax that Node 12 can parse. A package holds the built files in
// dist/; a checkout that was not built runs its sources.

var wanted = 24;

if (Number(process.versions.node.split('.')[0]) < wanted) {
  process.stderr.write('skillgate needs Node.js ' + wanted + ' or newer; this is ' + process.versions.node + '.\n');
  process.exit(1);
}

import('node:fs')
  .then(function (fs) {
    var built = new URL('../dist/main.js', import.meta.url);
    return import(fs.existsSync(built) ? built.href : '../src/main.ts');
  })
  .catch(function (error) {
    console.error(error);
    process.exit(1);
  });
