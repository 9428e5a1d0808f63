import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { ImportPlan, ImportSubject } from '#core/model/shop-import.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import type { OperatorCaller } from '#server/platform/caller.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { readAllBytes } from '#server/platform/http/read-input.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { importCustomers } from './import-customers.ts';
import { importProducts } from './import-products.ts';
import { readImportRun } from './import-runs.ts';
import type { ImportFile } from './plan-import.ts';

/** Routes to import products and customers of other shops. */
export function importRoutes(context: ServerContext): readonly Route[] {
  return [
    route(operatorEndpoints.importProducts, (call) => planOrImport(context, call, importProducts)),
    route(operatorEndpoints.importCustomers, (call) => planOrImport(context, call, importCustomers)),
    route(operatorEndpoints.getProductImport, () => showRun(context, 'products')),
    route(operatorEndpoints.getCustomerImport, () => showRun(context, 'customers')),
  ];
}

async function showRun({ db }: ServerContext, subject: ImportSubject) {
  return ok({ data: await readImportRun(db, subject) });
}

interface ImportCall {
  readonly query: Pick<ImportFile, 'language'> & {
    readonly from?: ImportFile['source'] | undefined;
    readonly seen?: string | undefined;
  };
  readonly body: Blob | ReadableStream<Uint8Array>;
  readonly caller: OperatorCaller;
}

async function planOrImport(
  context: ServerContext,
  { query: { from, language, seen }, body, caller }: ImportCall,
  run: (context: ServerContext, file: ImportFile) => Promise<Result<ImportPlan, DomainFailure>>,
) {
  const bytes = await readAllBytes(body);
  if (bytes === null) return err(domainFailure('NOT_POSSIBLE'));
  const ran = await run(actingAs(context, caller), {
    bytes,
    source: from ?? null,
    language,
    seen: seen ?? null,
  });
  return ran.ok ? ok({ data: ran.value }) : ran;
}
