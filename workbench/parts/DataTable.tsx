import { css } from '@emotion/css';
import { InteractiveTable, type Column } from '@grafana/ui';
import React from 'react';

interface Props<Row extends object> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: Array<Column<Row>>;
  readonly rows: Row[];
}

/** A table that scrolls sideways if it is too wide, also with the keyboard. */
export function DataTable<Row extends object>({ label, columns, rows }: Props<Row>) {
  return (
    <div className={scrollArea} role="region" aria-label={label} tabIndex={0}>
      <InteractiveTable columns={columns} data={rows} getRowId={(row: Row) => String(rows.indexOf(row))} />
    </div>
  );
}

const scrollArea = css({ overflowX: 'auto' });
