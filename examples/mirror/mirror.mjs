import { setTimeout as pause } from 'node:timers/promises';
import { Api } from './api.mjs';
import { idOf, kept, kinds } from './kinds.mjs';
import { Store } from './store.mjs';

const { API, TOKEN, WAIT_SECONDS = '25', PAUSE_MS = '1000' } = process.env;
const [file] = process.argv.slice(2);
if (!API || !TOKEN || !file) {
  process.stderr.write('Usage: API=https://... TOKEN=pda_... node mirror.mjs <file>\n');
  process.exit(2);
}

const api = new Api(API, TOKEN);
const store = await Store.open(file);
const planned = kinds.projectofferingroleplannedtime;

const put = (kind, record) => store.put(kind, idOf(record), kept(kind, record));

/** Where the feed ends comes first: whatever changes while the lists are read, it tells of. */
async function begin() {
  const { next_cursor: cursor } = await api.get('changes', { cursor: 'now' });
  store.save({ load: store.state.load + 1, cursor, list: 0, page: 'start' });
}

/** Reads all lists, from where an earlier run was ended. */
async function load() {
  const all = Object.values(kinds);
  for (let { list, page } = store.state; list < all.length; list += 1, page = 'start') {
    const kind = all[list];
    for await (const { results, next_cursor: next } of read(kind, page)) {
      const place = next === null ? { list: list + 1, page: 'start' } : { list, page: next };
      const state = { ...store.state, ...place };
      store.save(state, () => {
        for (const record of results) put(kind, record);
        if (next === null) store.clear(kind, state.load);
      });
    }
    process.stdout.write(`read ${kind.path}\n`);
  }
  store.save({ load: store.state.load, cursor: store.state.cursor });
}

/** Nothing of what the token may not read. */
async function* read({ path, isSingle }, page) {
  try {
    if (isSingle) yield { results: [await api.get(path)], next_cursor: null };
    else yield* api.pages(path, page);
  } catch (error) {
    if (error.status !== 403) throw error;
    yield { results: [], next_cursor: null };
  }
}

async function follow() {
  for (;;) {
    const parameters = { cursor: store.state.cursor, expand: ['resource', 'values'], wait: WAIT_SECONDS };
    const { results, next_cursor: cursor, has_more: hasMore } = await api.get('changes', parameters);
    const renamed = await carriersOf(results);
    store.save({ ...store.state, cursor }, () => {
      results.forEach(apply);
      for (const [kind, record] of renamed) put(kind, record);
    });
    process.stdout.write(`equal up to ${cursor}\n`);
    if (!hasMore) await pause(Number(PAUSE_MS));
  }
}

function apply({ resource: { type, id }, record, start_date: start, end_date: end }) {
  const kind = kinds[type];
  if (!kind) return;
  if (kind === planned) {
    store.remove(kind, `${id}/${record ? start : ''}`, `${id}/${record ? end : '~'}`);
    for (const entry of record ?? []) put(kind, { project_offering_role_id: id, ...entry });
    return;
  }
  if (record) put(kind, record);
  else store.remove(kind, id);
}

/** Records show their tags by name, and a tag that gets another one is no change of theirs: these are read again. */
async function carriersOf(changes) {
  const renamed = changes.filter(({ topic }) => topic === 'tag.modified');
  const names = renamed.flatMap(({ values }) => values.name?.from ?? []);
  const found = [];
  for (const kind of Object.values(kinds).filter(({ isTagged }) => isTagged)) {
    const ids = [...new Set(names.flatMap((name) => store.idsCarrying(kind, name)))];
    for (let first = 0; first < ids.length; first += 100) {
      const id = ids.slice(first, first + 100);
      const { results } = await api.get(kind.path, { id, pageSize: 100 });
      found.push(...results.map((record) => [kind, record]));
    }
  }
  return found;
}

async function run() {
  for (;;) {
    if (store.state.cursor === undefined) await begin();
    if (store.state.list !== undefined) await load();
    try {
      await follow();
    } catch (error) {
      // 410: away for longer than changes are kept.
      if (error.status !== 410) throw error;
      process.stderr.write(`${error.message}\n`);
      store.save({ load: store.state.load });
    }
  }
}

const end = (code) => {
  store.close();
  process.exit(code);
};
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(0));
run().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  end(1);
});
