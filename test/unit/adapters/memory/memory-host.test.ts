import { describeAccountsPort } from '#test/kits/accounts-kit.ts';
import { describeAddressesPort } from '#test/kits/addresses-kit.ts';
import { describeCataloguePort } from '#test/kits/catalogue-kit.ts';
import { describeContactPort } from '#test/kits/contact-kit.ts';
import { describeContentsPort } from '#test/kits/contents-kit.ts';
import { describeCouponsPort } from '#test/kits/coupons-kit.ts';
import { describeGuestCartsPort } from '#test/kits/guest-carts-kit.ts';
import { describeOrdersPort } from '#test/kits/orders-kit.ts';
import { describeProfilesPort } from '#test/kits/profiles-kit.ts';
import { describeReadingPort } from '#test/kits/reading-kit.ts';
import { describeSessionsPort } from '#test/kits/sessions-kit.ts';
import { describeUserCartsPort } from '#test/kits/user-carts-kit.ts';
import { createMemoryWorld } from '#test/support/memory-world.ts';

const memory = { name: 'memory', create: createMemoryWorld };

describeAccountsPort(memory);
describeAddressesPort(memory);
describeCataloguePort(memory);
describeContactPort(memory);
describeContentsPort(memory);
describeReadingPort(memory);
describeCouponsPort(memory);
describeGuestCartsPort(memory);
describeOrdersPort(memory);
describeProfilesPort(memory);
describeSessionsPort(memory);
describeUserCartsPort(memory);
