import { alteredCardCases, alteredCases, alteredPageCases } from './altered-responses-cases.ts';
import { cardTraceCases, pageTraceCases } from './call-trace-cases.ts';
import type { CardGatewayHarness } from './card-gateway-harness.ts';
import { buyerCases, chargePartCases, pagePartCases } from './charge-part-cases.ts';
import { lostCardCases, lostCases, lostPageCases } from './lost-request-cases.ts';
import type { PageGatewayHarness } from './page-gateway-harness.ts';
import type { PaymentGatewayHarness } from './payment-gateway-harness.ts';
import {
  cardActionNeighbours,
  cardNeighbourCases,
  neighbourCases,
  pageNeighbourCases,
} from './payment-neighbour-cases.ts';
import type { KitCases } from './run-kit.ts';
import { otherCardStatusCases, otherPageStatusCases, otherStatusCases } from './silent-provider-cases.ts';

// Tests with every field of a request, every value of a response, every lost request and every status, which also check
// the payments beside the given one.

export const exhaustivePaymentCases: KitCases<PaymentGatewayHarness> = {
  ...alteredCases,
  ...lostCases,
  ...otherStatusCases,
  ...neighbourCases,
};

export const exhaustiveCardCases: KitCases<CardGatewayHarness> = {
  ...chargePartCases,
  ...buyerCases,
  ...alteredCardCases,
  ...lostCardCases,
  ...otherCardStatusCases,
  ...cardNeighbourCases,
  ...cardActionNeighbours,
  ...cardTraceCases,
};

export const exhaustivePageCases: KitCases<PageGatewayHarness> = {
  ...pagePartCases,
  ...alteredPageCases,
  ...lostPageCases,
  ...otherPageStatusCases,
  ...pageNeighbourCases,
  ...pageTraceCases,
};

const ofAll = { ...alteredCases, ...lostCases };

/** The titles of the tests that a gateway skips which does not use `fetch` and JSON. */
export const fetchTests = {
  payment: Object.keys(ofAll),
  card: Object.keys({ ...ofAll, ...alteredCardCases, ...lostCardCases, ...buyerCases }),
  page: Object.keys({ ...alteredPageCases, ...lostPageCases }),
} as const;
