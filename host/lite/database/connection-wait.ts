/**
 * Library behaviour (0.10.0): each query reserves a connection, and waits for it without end: while the database is down or all
 * connections are busy, requests hang, and their clients with them.
 *
 * Correction: a limit on the wait, after which the request is answered as 503.
 */
import type { PostgresConnection } from '@supabase/lite/postgres';

export function limitConnectionWait(connection: PostgresConnection, limitMs: number): void {
  const { driver } = connection;
  const reserve = driver.reserve.bind(driver);

  driver.reserve = async () => {
    const reserved = reserve();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(Object.assign(new Error('No database connection came free.'), { code: 'CONNECT_TIMEOUT' }));
        // It may still come; nobody waits for it any more.
        reserved.then(
          (late) => late.release(),
          () => {},
        );
      }, limitMs);
    });
    try {
      return await Promise.race([reserved, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
}
