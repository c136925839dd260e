import { ScrollBox } from '../layout/scroll-box.js';

interface SizeTableProps {
  label: string;
  /** What stands above the columns. */
  heads: readonly [name: string, ...rest: string[]];
  /** A name, and what is said of it; the last column is a number. */
  rows: readonly (readonly [name: string, ...rest: string[]])[];
}

/** Names and sizes. */
export function SizeTable({ label, heads, rows }: SizeTableProps) {
  const last = heads.length - 1;
  return (
    <ScrollBox label={label}>
      <table aria-label={label} className="w-full text-code">
        <thead>
          <tr className="border-b border-line text-muted">
            {heads.map((head, column) => (
              <th key={head} scope="col" className={`py-1 font-normal ${column === last ? 'text-end' : 'pe-3 text-start'}`}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...rest], index) => (
            <tr key={index} className="align-top">
              <th scope="row" className="py-1 pe-3 text-start font-normal wrap-anywhere">{name}</th>
              {rest.map((cell, column) => (
                <td key={column} className={`py-1 ${column + 1 === last ? 'text-end tabular-nums' : 'pe-3 text-muted'}`}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
