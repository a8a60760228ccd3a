import { useState } from 'react';
import { Button } from '../controls/button.js';
import { TextField } from '../controls/field.js';
import { Row, Soft, Stack } from './layout.js';
import { Table, type TableProps } from './table.js';

const AT_ONCE = 50;

interface LongTableProps<Item> extends TableProps<Item> {
  /** By whose words it is found. */
  readonly textOf: (item: Item) => string;
}

/** Of all there are, the first, and how to find and show the others. */
export function LongTable<Item>({ textOf, items, ...table }: LongTableProps<Item>) {
  const [typed, setTyped] = useState('');
  const [most, setMost] = useState(AT_ONCE);
  if (items.length <= AT_ONCE) return <Table {...table} items={items} />;
  const words = typed.toLowerCase().split(/\s+/);
  const found = items.filter((item) => {
    const text = textOf(item).toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <Stack>
      <Row isAtEnd>
        <TextField
          label="Find"
          type="search"
          value={typed}
          onChange={(value) => {
            setTyped(value);
            setMost(AT_ONCE);
          }}
        />
        <span role="status">
          {found.length > most
            ? `${most} of ${found.length} are shown.`
            : `${found.length} of ${items.length}`}
        </span>
      </Row>
      <Table {...table} items={found.slice(0, most)} />
      {found.length > most && (
        <Row>
          <Button onPress={() => setMost(most + AT_ONCE)}>Show more</Button>
          <Soft>{found.length - most} are not shown.</Soft>
        </Row>
      )}
    </Stack>
  );
}
