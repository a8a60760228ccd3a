import { describe, expect, it } from '@jest/globals';
import { declaredTopics } from '../../src/platform/events/index.js';
import { allows, scopes } from '../../src/platform/http/routes/scope.js';
import {
  movesFrom,
  projectStatuses,
  statusInStage,
} from '../../src/contexts/delivery/project-status/project-status.js';
import { repositoryFiles } from './repository-files.js';
import { mayDo } from '../../src/web/api/may-do.js';
import { scopeOfValues } from '../../src/web/changes/change-words.js';
import { isConverted } from '../../src/web/pipelines/conversion.js';
import { movesFrom as offeredFrom } from '../../src/web/projects/status-moves.js';
import '../../src/contexts.js';

describe('what the pages offer', () => {
  it('is what the server allows, for every scope that is held and every one that is needed', () => {
    const all = scopes();
    const differing = all.flatMap((held) =>
      all
        .filter((needed) => mayDo([held], needed) !== allows(new Set([held]), needed))
        .map((needed) => `${held}: ${needed}`),
    );
    expect(all.length).toBeGreaterThan(15);
    expect(differing).toEqual([]);
  });

  it('names the right for each member whose values the server hides', () => {
    const restricted = declaredTopics().flatMap((topic) => Object.entries(topic.restricted ?? {}));
    expect(restricted.length).toBeGreaterThan(2);
    expect(Object.fromEntries(scopeOfValues)).toEqual(Object.fromEntries(restricted));
  });

  it('is every move between states of a project that the server allows, and no other one', () => {
    const allowed = projectStatuses.map((status) => [status, movesFrom(status)]);
    expect(offeredFrom).toEqual(Object.fromEntries(allowed));
  });

  it('is told before a stage changes the status of a deal, wherever the server does that', () => {
    const told = projectStatuses.flatMap((status) =>
      (['open', 'won', 'lost'] as const).map((outcome) => [status, outcome, isConverted(status, outcome)]),
    );
    const done = projectStatuses.flatMap((status) =>
      ['open', 'won', 'lost'].map((outcome) => [status, outcome, statusInStage(status, outcome) !== status]),
    );
    expect(told).toEqual(done);
  });
});

const web = repositoryFiles().filter(({ path }) => path.startsWith('src/web/'));

describe('the pages', () => {
  it('take no text for HTML, and no address but that of a route', () => {
    const unsafe = /dangerouslySetInnerHTML|\.(innerHTML|outerHTML|insertAdjacentHTML)\b|\bhref=\{/;
    expect(web.length).toBeGreaterThan(50);
    expect(web.filter(({ text }) => unsafe.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('keep nothing of a session where other pages or later users could read it', () => {
    const keeping = web.filter(({ text }) =>
      /\b(localStorage|sessionStorage|indexedDB|document\.cookie)\b/.test(text),
    );
    expect(keeping.map(({ path }) => path)).toEqual(['src/web/ui/actions/draft.ts']);
  });

  it('are laid out from start to end, not from left to right', () => {
    const styles = web.filter(({ path }) => path.endsWith('.css'));
    const sided =
      /(^|[^-\w])((margin|padding|border)-(left|right)|left|right)\s*:|(text-align|float):\s*(left|right)/m;
    expect(styles.length).toBeGreaterThan(5);
    expect(styles.filter(({ text }) => sided.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('have at most 14 files in a folder', () => {
    const folders = web.map(({ path }) => path.slice(0, path.lastIndexOf('/')));
    const full = folders.filter((folder) => folders.filter((other) => other === folder).length > 14);
    expect([...new Set(full)]).toEqual([]);
  });
});
