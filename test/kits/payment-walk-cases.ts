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

// Tests that walk through every part of a request, every value of a response, every loss on the way and every status,
// and look at the payments beside the one that is named.

export const paymentWalks: KitCases<PaymentGatewayHarness> = {
  ...alteredCases,
  ...lostCases,
  ...otherStatusCases,
  ...neighbourCases,
};

/** Walks of gateways that authorise first. */
export const captureWalks: KitCases<CardGatewayHarness> = cardNeighbourCases;

/** Walks of gateways whose charges may need an action of the buyer. */
export const actionWalks: KitCases<CardGatewayHarness> = cardActionNeighbours;

export const cardWalks: KitCases<CardGatewayHarness> = {
  ...chargePartCases,
  ...buyerCases,
  ...alteredCardCases,
  ...lostCardCases,
  ...otherCardStatusCases,
  ...captureWalks,
  ...actionWalks,
  ...cardTraceCases,
};

export const pageWalks: KitCases<PageGatewayHarness> = {
  ...pagePartCases,
  ...alteredPageCases,
  ...lostPageCases,
  ...otherPageStatusCases,
  ...pageNeighbourCases,
  ...pageTraceCases,
};

const ofEvery = { ...alteredCases, ...lostCases };

/** The titles of the tests that a gateway skips which does not ask its provider by `fetch` and in JSON. */
export const fetchTests = {
  payment: Object.keys(ofEvery),
  card: Object.keys({ ...ofEvery, ...alteredCardCases, ...lostCardCases, ...buyerCases }),
  page: Object.keys({ ...alteredPageCases, ...lostPageCases }),
} as const;
