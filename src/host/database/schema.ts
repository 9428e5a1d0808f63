import type { AccountTables } from './tables/account-tables.ts';
import type { BankTransferTables } from './tables/bank-transfer-tables.ts';
import type { CartTables } from './tables/cart-tables.ts';
import type { CatalogueTables } from './tables/catalogue-tables.ts';
import type { CodeTables } from './tables/code-tables.ts';
import type { LearningTables } from './tables/learning-tables.ts';
import type { MailTables } from './tables/mail-tables.ts';
import type { MarketingTables } from './tables/marketing-tables.ts';
import type { OrderTables } from './tables/order-tables.ts';
import type { RightsTables } from './tables/rights-tables.ts';
import type { SubscriptionTables } from './tables/subscription-tables.ts';

/** Every table of the shop, as the migrations make them. */
export interface Database
  extends AccountTables,
    BankTransferTables,
    CartTables,
    CatalogueTables,
    CodeTables,
    LearningTables,
    MailTables,
    MarketingTables,
    OrderTables,
    RightsTables,
    SubscriptionTables {}
