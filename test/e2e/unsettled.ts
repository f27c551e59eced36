// Finds out whether a device and the server still have something to exchange, from the mirror and
// the locks of the page. The screen can't tell: "Tudo enviado" and "Atualizado às" may come from an
// earlier start, and no screen counts views.

/** `documents`: server ids of documents that must be on the device with their details. */
export type SettledQuestion = { readonly documents: readonly number[] };

/**
 * The body of a function that runs in the page of any engine; its argument is a `SettledQuestion`.
 * It answers one line for each thing that is missing or under way. No line means that the device is
 * settled: a pull has been written since the page was loaded, no drain or pull is running, no file
 * is being kept ahead, every command is done, and each document is in the mirror with details as
 * new as its row. If one of the documents is on the screen, the view of this opening is done too.
 */
export const UNSETTLED = `
const answer = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const left = [];
const names = (await indexedDB.databases()).map(({ name }) => name).filter((name) => /^malote-\\d+$/.test(name));
if (names.length === 0) left.push('there is no mirror');
for (const name of names) {
  const database = await answer(indexedDB.open(name));
  try {
    const reading = database.transaction(['commands', 'details', 'documents', 'heads', 'meta'], 'readonly');
    const from = (table) => reading.objectStore(table);
    const [commands, heads, cursor, refreshed, ...records] = await Promise.all([
      answer(from('commands').getAll()),
      answer(from('heads').getAll()),
      answer(from('meta').get('cursor')),
      answer(from('meta').get('refreshedAtMs')),
      ...argument.documents.map((id) => answer(from('documents').index('serverId').get(id))),
    ]);
    if (!cursor?.value.snapshotDone) left.push('the first sync goes on');
    if (!(refreshed?.value >= performance.timeOrigin)) left.push('nothing was pulled since the page was loaded');
    for (const { type, state } of commands) if (state !== 'done') left.push(type + ' is ' + state);
    for (const [index, id] of argument.documents.entries()) {
      const slice = heads.find(({ ids }) => ids.includes(id));
      const row = records[index] ?? (slice && { key: 's:' + id, rev: slice.revs[slice.ids.indexOf(id)] });
      const details = row === undefined ? undefined : await answer(from('details').get(row.key));
      if (!(details?.rev >= row?.rev)) left.push('document ' + id + ' has no row, or no details as new as it');
      const isSeen = commands.some((one) => one.type === 'record-view' && one.documentKey === row?.key && one.doneAtMs >= performance.timeOrigin);
      if (location.pathname === '/admin/view-document/' + id && !isSeen) left.push('the view of document ' + id + ' is to come');
    }
  } finally {
    database.close();
  }
}
for (const { name } of (await navigator.locks.query()).held) if (/^(drain|pull|details|files):/.test(name)) left.push(name + ' is running');
return left;
`;
