/** npm run build: builds the web app unless the build is current. `--force` builds in any case. */
import { startUp } from '#copy/office/host.ts';
import { buildWeb, WebBuildError } from '#host/web/build-web.ts';

const start = performance.now();
try {
  const { isNew, compressed } = await buildWeb(
    () => console.log(startUp.buildingWeb),
    process.argv.includes('--force'),
  );
  await compressed;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(isNew ? startUp.built(seconds) : startUp.buildIsCurrent);
} catch (error) {
  if (!(error instanceof WebBuildError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
