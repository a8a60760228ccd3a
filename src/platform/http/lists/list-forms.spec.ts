import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { PickType } from '@nestjs/swagger';
import {
  MetadataMember,
  MoneyMember,
  NumberMember,
  ResponseListMember,
  TextMember,
  type Metadata,
} from '../members/index.js';
import { chosenMembers, pick } from './chosen-members.js';
import { Csv } from './csv.js';
import { itemMembersOf } from './item-members.js';
import { linkHeader, numberedTargets } from './list-links.js';

class Part {
  @TextMember({ description: 'Name.', example: 'a' })
  name!: string;

  @NumberMember({ description: 'Size.', example: 1, minimum: -9, maximum: 9, decimals: 0 })
  size!: number;
}

class Whole extends PickType(Part, ['name'] as const) {
  @MoneyMember({ description: 'Price.', example: null, nullable: true })
  price!: object | null;

  @ResponseListMember(() => Part, { description: 'Parts.', example: [] })
  parts!: Part[];

  @MetadataMember({ description: 'More.', example: {} })
  more!: Metadata;
}

const items = itemMembersOf(Whole);
const thing = {
  name: 'Thing',
  price: { currency_code: 'USD', amount: -1.5 },
  parts: [{ name: 'b', size: -2 }],
  more: { 'a.b': '=x' },
};

describe('chosen members', () => {
  it('are those that are named, in objects and lists too, in the order of their names', () => {
    const choice = chosenMembers('parts.size, price.amount,more.a.b', items);
    expect(pick(thing, choice)).toEqual({
      parts: [{ size: -2 }],
      price: { amount: -1.5 },
      more: { 'a.b': '=x' },
    });
    expect(pick({ ...thing, price: null }, choice)).toMatchObject({ price: null });
    expect(pick(thing, chosenMembers('price.amount,price', items))).toEqual({ price: thing.price });
  });

  it.each([
    ['', '', 'name, price, parts, more'],
    ['x', 'x', 'name, price, parts, more'],
    ['name.x', 'name.x', 'name'],
    ['parts.x', 'parts.x', 'parts.name, parts.size'],
    ['parts.size.x', 'parts.size.x', 'parts.size'],
    ['price.', 'price.', 'price.currency_code, price.amount'],
    ['name,', '', 'name, price, parts, more'],
  ])('are refused where there is no "%s", with what is there', (fields, absent, there) => {
    const faults = [`"${absent}" is no member of these results: use ${there}`];
    expect(() => chosenMembers(fields, items)).toThrow(
      expect.objectContaining({ members: { fields: faults } }),
    );
  });
});

describe('a CSV', () => {
  it('has a column for each member of an object, and JSON for lists', () => {
    const csv = new Csv(items, undefined);
    expect(csv.header).toBe('name,price.currency_code,price.amount,parts,more\r\n');
    expect(csv.lines([thing])).toBe('Thing,USD,-1.5,"[{""name"":""b"",""size"":-2}]","{""a.b"":""=x""}"\r\n');
    expect(new Csv(items, chosenMembers('price.amount,name', items)).header).toBe('price.amount,name\r\n');
  });

  it('tells empty text from null, quotes what needs it and defuses formulas', () => {
    const csv = new Csv(items, chosenMembers('name,price', items));
    const line = (name: string) => csv.lines([{ name, price: null }]).slice(0, -',,\r\n'.length);
    expect(['', 'a, b', 'a "b"', 'a\nb', '=1', '+1', '-1', '@a', '\t=1', "'=1"].map(line)).toEqual([
      '""',
      '"a, b"',
      '"a ""b"""',
      '"a\nb"',
      "'=1",
      "'+1",
      "'-1",
      "'@a",
      "'\t=1",
      "'=1",
    ]);
  });
});

describe('links to pages', () => {
  it('keep the filters, and lead to what is there', () => {
    expect(linkHeader('/v1/tags?terms=a%20b&page=2&pageSize=5', numberedTargets(2, 3))).toBe(
      [3, 1, 1, 3]
        .map(
          (page, index) =>
            `</v1/tags?terms=a%20b&pageSize=5&page=${page}>; rel="${['next', 'prev', 'first', 'last'][index]}"`,
        )
        .join(', '),
    );
    expect(linkHeader('/v1/tags', numberedTargets(9, 2))).toContain(
      '<?'.replace('<', '/v1/tags') + 'page=2>; rel="prev"',
    );
    expect(linkHeader('/v1/tags', numberedTargets(1, 0))).toBe('</v1/tags?page=1>; rel="first"');
  });

  it('can break out of no header, and are left out where they would be too long for one', () => {
    expect(linkHeader('/v1/tags?terms=>;"<\u00fc', numberedTargets(1, 1))).toBe(
      '</v1/tags?terms=%3e;%22%3c%fc&page=1>; rel="first", </v1/tags?terms=%3e;%22%3c%fc&page=1>; rel="last"',
    );
    expect(
      linkHeader(`/v1/tags?terms=${'a'.repeat(1000)}`, numberedTargets(2, 9)).match(/rel/g),
    ).toHaveLength(2);
    expect(linkHeader(`/v1/tags?terms=${'a'.repeat(4000)}`, numberedTargets(1, 1))).toBe('');
  });
});
