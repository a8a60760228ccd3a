import { readFileSync } from 'node:fs';
import { composeVariables, unknownSettings } from '../../src/platform/config/environment/unknown-settings.js';
import '../../src/contexts.js';
import { declaredSettings } from '../../src/platform/config/declared-settings.js';

const example = readFileSync('.env.example', 'utf8');
const listed = [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, key, value]) => ({
  key,
  value,
}));
const definitions: Record<string, { description: string; fallback?: string }> = declaredSettings();

describe('docker-compose.yml', () => {
  it('passes every setting on, but those that the containers decide', () => {
    const compose = readFileSync('docker-compose.yml', 'utf8');
    const passed = [...compose.matchAll(/^ {6}([A-Z][A-Z0-9_]*): /gm)].map(([, key = '']) => key);
    const missing = Object.keys(definitions).filter((key) => !passed.includes(key));
    expect(missing).toEqual(['HOST', 'DATA_DIRECTORY']);
  });

  it('passes on the value that counts when nothing is set, but for the pause before a stop', () => {
    const compose = readFileSync('docker-compose.yml', 'utf8');
    const given = [...compose.matchAll(/^ {6}([A-Z][A-Z0-9_]*): \$\{\1:-([^}]+)\}$/gm)];
    const others = given.filter(
      ([, key = '', value]) => definitions[key] && definitions[key].fallback !== value,
    );
    expect(given.length).toBeGreaterThan(10);
    expect(others.map(([, key]) => key)).toEqual(['SHUTDOWN_DELAY_SECONDS']);
  });

  it('reads no variable that the program would take for a misspelt setting', () => {
    const compose = readFileSync('docker-compose.yml', 'utf8');
    const read = [...compose.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name);
    expect(unknownSettings(read)).toEqual([]);
    expect(composeVariables.filter((name) => !read.includes(name))).toEqual([]);
  });
});

describe('.env.example', () => {
  it('lists every setting of the program once, and no other', () => {
    expect(listed.map(({ key }) => key).sort()).toEqual(Object.keys(definitions).sort());
  });

  it('shows the value that counts when nothing is set', () => {
    const shown = listed.filter(({ key = '' }) => definitions[key]?.fallback !== undefined);
    expect(shown).toEqual(shown.map(({ key = '' }) => ({ key, value: definitions[key]?.fallback })));
  });

  it('describes every setting in the lines above it', () => {
    const described = [...example.matchAll(/^# .*[a-z].*\n# ([A-Z][A-Z0-9_]*)=/gm)].map(([, key]) => key);
    expect(described).toEqual(listed.map(({ key }) => key));
  });
});
