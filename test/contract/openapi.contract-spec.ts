import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString, parseYaml } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralParsers from '@stoplight/spectral-parsers';
import { oas } from '@stoplight/spectral-rulesets';
import { shareTestApplication } from '../support/application/shared-application.js';
import type { TestApplication } from '../support/application/test-application.js';

type Json = Record<string, unknown>;

interface Described {
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
  };
  readonly responses: Json;
}

type Judge = (value: Json, options: unknown, context: { readonly path: readonly unknown[] }) => unknown;

interface Rule {
  readonly then: { readonly function: Judge };
}

/**
 * Rules that judge what is there many times, where its references are resolved, once: it takes a compiler each time.
 * Only of a whole message they ask whether it is sent or received.
 */
const onExamples = Object.fromEntries(
  ['oas3-valid-schema-example', 'oas3-valid-media-example'].map((name) => {
    const rule = oas.rules[name as never] as unknown as Rule;
    const judged = new Set<string>();
    const judge: Judge = (value, options, context) => {
      const isSent = 'schema' in value && context.path.includes('requestBody');
      const text = JSON.stringify([isSent, { ...value, description: undefined }]);
      if (judged.has(text)) return [];
      judged.add(text);
      return rule.then.function(value, options, context);
    };
    return [name, { ...rule, then: { ...rule.then, function: judge } }];
  }),
);

describe('the API description', () => {
  let application: TestApplication;
  let text: string;
  let page: string;
  let document: {
    openapi: string;
    components: { schemas: Record<string, { properties?: Record<string, Json> }> };
    paths: Json;
  };

  beforeAll(async () => {
    application = await shareTestApplication();
    text = await (await fetch(`${application.url}/openapi.json`)).text();
    document = JSON.parse(text) as typeof document;
    // While the linters keep the process busy, a connection may end.
    page = await (await fetch(`${application.url}/docs`)).text();
  });
  afterAll(() => application.close());

  it('is OpenAPI 3.1, in JSON and in YAML, the same in both and in the committed file: npm run openapi writes it anew', async () => {
    expect(document.openapi).toBe('3.1.0');
    const yaml = await (await fetch(`${application.url}/openapi.yaml`)).text();
    expect(parseYaml(yaml)).toEqual(document);
    const committed = await readFile(new URL('./openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(committed)).toEqual(document);
  });

  it("passes Redocly's recommended rules without a warning", async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer}`),
    ).toEqual([]);
  });

  it("passes Spectral's spectral:oas without a warning", async () => {
    const { Spectral, Document } = spectralCore;
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [[oas as never, 'recommended']], rules: onExamples as never });
    const problems = await spectral.run(new Document(text, spectralParsers.Json as never, 'openapi.json'));
    expect(problems.map(({ code, message, path }) => `${code} ${message} ${path.join('.')}`)).toEqual([]);
  });

  it('describes each member of each message, with an example', () => {
    const bare = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(
          ([member, schema]) => !schema.description || (schema.example === undefined && member !== 'results'),
        )
        .map(([member]) => `${name}.${member}`),
    );
    expect(bare).toEqual([]);
  });

  it('has in the body of a PATCH that can create whatever creation takes', () => {
    const membersOf = ({ requestBody }: Described): Record<string, Json> => {
      const { $ref = '' } = requestBody?.content['application/json']?.schema ?? {};
      return document.components.schemas[$ref.split('/').at(-1) ?? '']?.properties ?? {};
    };
    const creating = Object.entries(document.paths as Record<string, Record<string, Described>>).flatMap(
      ([path, { patch }]) => (patch && '201' in patch.responses ? [[path, patch] as const] : []),
    );
    expect(creating).toHaveLength(15);
    for (const [path, patch] of creating) {
      const collection = path.replace(/\/[^/]*$/, '');
      const { post } = (document.paths as Record<string, Record<string, Described>>)[collection] ?? {};
      const [created, changed] = [membersOf(post as Described), membersOf(patch)];
      expect([path, Object.keys(created).filter((name) => !(name in changed))]).toEqual([path, []]);
    }
  });

  it('is shown by Swagger UI from this server alone', () => {
    expect(page).toContain('swagger-ui');
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
  });
});
