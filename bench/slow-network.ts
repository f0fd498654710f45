import { connect, createServer, type Server, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/** A phone on a slow mobile network, as Lighthouse has it: 150 ms for a round trip, 1.6 Mbit/s down, 0.75 Mbit/s up. */
const ONE_WAY_MS = 75;
const DOWN_BYTES_PER_MS = 1.6e6 / 8 / 1000;
const UP_BYTES_PER_MS = 0.75e6 / 8 / 1000;
const PACKET_BYTES = 1460;

/** Passes connections on to `port` of this machine at the pace of a slow network, which all of them share. */
export async function openSlowNetwork(port: number): Promise<{ port: number; close: () => void }> {
  const busyUntil = { down: 0, up: 0 };
  const sockets = new Set<Socket>();
  const server: Server = createServer({ noDelay: true }, (client) => {
    const openedAt = performance.now();
    const upstream = connect({ host: '127.0.0.1', port, noDelay: true });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    // A connection takes a round trip to open.
    delay(client, upstream, 'up', () => openedAt + 2 * ONE_WAY_MS, busyUntil);
    delay(upstream, client, 'down', () => 0, busyUntil);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The slow network has no port.');
  return {
    port: address.port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function delay(
  from: Socket,
  to: Socket,
  direction: 'down' | 'up',
  readyAt: () => number,
  busyUntil: Record<'down' | 'up', number>,
): void {
  const pace = direction === 'down' ? DOWN_BYTES_PER_MS : UP_BYTES_PER_MS;
  const queue: { at: number; bytes: Buffer | null }[] = [];
  let timer: NodeJS.Timeout | undefined;
  // One queue: a timer for each packet could fire out of order.
  const pump = () => {
    timer = undefined;
    while (queue[0] && queue[0].at <= performance.now() + 0.3) {
      const { bytes } = queue.shift() as { bytes: Buffer | null };
      if (to.destroyed) continue;
      if (bytes) to.write(bytes);
      else to.end();
    }
    if (queue[0]) timer = setTimeout(pump, Math.max(0, queue[0].at - performance.now()));
  };
  const push = (at: number, bytes: Buffer | null) => {
    queue.push({ at, bytes });
    if (!timer) timer = setTimeout(pump, Math.max(0, at - performance.now()));
  };
  from.on('data', (chunk: Buffer) => {
    for (let start = 0; start < chunk.length; start += PACKET_BYTES) {
      const bytes = chunk.subarray(start, start + PACKET_BYTES);
      const sentAt = Math.max(performance.now(), readyAt(), busyUntil[direction]) + bytes.length / pace;
      busyUntil[direction] = sentAt;
      push(sentAt + ONE_WAY_MS, bytes);
    }
  });
  from.on('end', () => push(Math.max(performance.now(), busyUntil[direction]) + ONE_WAY_MS, null));
  from.on('error', () => to.destroy());
}
