import { css } from '@emotion/css';
import { InteractiveTable, type Column } from '@grafana/ui';
import React from 'react';

interface Props<Row extends object> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: Array<Column<Row>>;
  readonly rows: Row[];
}

/** A table in its own scroll area, which can also be scrolled with the keyboard. */
export function DataTable<Row extends object>({ label, columns, rows }: Props<Row>) {
  return (
    <div className={scrollArea} role="region" aria-label={label} tabIndex={0}>
      <InteractiveTable columns={columns} data={rows} getRowId={(row: Row) => String(rows.indexOf(row))} />
    </div>
  );
}

const scrollArea = css({ maxHeight: '420px', overflow: 'auto' });
