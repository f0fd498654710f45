import { cn } from '#lib/class-names.ts';
import { PointList } from '#ui/prose/point-list.tsx';
import { RichText } from '#ui/prose/rich-text.tsx';
import type { ArticleTable, ArticleBlock as Block } from './article.ts';

export function ArticleBlock({ block }: { block: Block }) {
  if (typeof block === 'string') {
    return (
      <p>
        <RichText>{block}</RichText>
      </p>
    );
  }
  if ('table' in block) return <Table table={block.table} />;
  if ('element' in block) return block.element;
  if ('steps' in block) return <Steps steps={block.steps} />;
  return <PointList points={block.list} />;
}

function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="flex flex-col">
      {steps.map((step, index) => (
        <li
          key={step}
          className={
            'relative flex gap-3 pb-5 before:absolute before:left-3.5 before:top-7 before:h-[calc(100%-1.75rem)] ' +
            'before:border-l before:border-line-strong last:pb-0 last:before:hidden print:break-inside-avoid'
          }
        >
          <span
            aria-hidden="true"
            className={
              'grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-sm ' +
              'font-semibold text-accent-text nums print:border print:border-line-strong'
            }
          >
            {index + 1}
          </span>
          <span>
            <RichText>{step}</RichText>
          </span>
        </li>
      ))}
    </ol>
  );
}

function Table({ table: { caption, head, rows } }: { table: ArticleTable }) {
  return (
    <div className="@container overflow-hidden rounded-card border border-line bg-surface">
      <table className="stacked-rows w-full border-collapse text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-sunken">
          <tr>
            {head.map((title) => (
              <th key={title} scope="col" className="px-4 py-2.5 font-semibold text-ink max-sm:px-3">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([what = '', ...cells]) => (
            <tr key={what} className="border-t border-line align-top print:break-inside-avoid">
              <th
                scope="row"
                className={cn('px-4 py-3 font-normal text-ink max-sm:px-3', cells.length === 1 && 'w-[55%]')}
              >
                <RichText>{what}</RichText>
              </th>
              {cells.map((cell, column) => (
                // The texts never change while the page is shown.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <td key={column} data-head={head[column + 1]} className="px-4 py-3 max-sm:px-3">
                  <RichText>{cell}</RichText>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
