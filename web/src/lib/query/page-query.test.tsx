import { dehydrate, QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PageQueries, usePageInfiniteQuery, usePageQuery } from './page-query.tsx';

const never = () => Promise.reject(new Error('A page being drawn asks for nothing.'));
const one = (name: string) => ({ queryKey: ['one', { name }], queryFn: async (): Promise<string> => never() });
const paged = {
  queryKey: ['paged'],
  queryFn: async (): Promise<string[]> => never(),
  initialPageParam: 0,
  getNextPageParam: (last: string[], pages: string[][]) => (last.length > 0 ? pages.length : undefined),
};

function draw(Part: () => unknown, client?: QueryClient): unknown {
  const Draw = () => <p>{JSON.stringify(Part())}</p>;
  const html = renderToString(
    <PageQueries state={client ? dehydrate(client) : null}>
      <Draw />
    </PageQueries>,
  );
  return JSON.parse(html.slice('<p>'.length, -'</p>'.length).replaceAll('&quot;', '"'));
}

it('answers with what came with the page', () => {
  const client = new QueryClient();
  client.setQueryData(one('a').queryKey, 'first', { updatedAt: 5 });
  expect(draw(() => usePageQuery(one('a')), client)).toEqual({
    data: 'first',
    dataUpdatedAt: 5,
    error: null,
    isError: false,
    isFetching: false,
    isPending: false,
  });
});

it('waits for what did not come with the page, or belongs to another query', () => {
  const client = new QueryClient();
  client.setQueryData(one('a').queryKey, 'first');
  const waiting = { dataUpdatedAt: 0, error: null, isError: false, isFetching: true, isPending: true };
  expect(draw(() => usePageQuery(one('b')), client)).toEqual(waiting);
  expect(draw(() => usePageQuery(one('a')))).toEqual(waiting);
});

it('knows whether a list that came with the page goes on', () => {
  const listOf = (...pages: string[][]) => {
    const client = new QueryClient();
    client.setQueryData(paged.queryKey, { pages, pageParams: pages.map((_, index) => index) });
    return draw(() => usePageInfiniteQuery(paged), client);
  };
  expect(listOf(['a'])).toMatchObject({ data: { pages: [['a']] }, hasNextPage: true, isPlaceholderData: false });
  expect(listOf(['a'], [])).toMatchObject({ hasNextPage: false, isFetchNextPageError: false });
});
