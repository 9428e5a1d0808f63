import type { AccountTables } from '#server/database/tables/account-tables.ts';
import type { BankTransferTables } from '#server/database/tables/bank-transfer-tables.ts';
import type { CartTables } from '#server/database/tables/cart-tables.ts';
import type { CatalogueTables } from '#server/database/tables/catalogue-tables.ts';
import type { CodeTables } from '#server/database/tables/code-tables.ts';
import type { LearningTables } from '#server/database/tables/learning-tables.ts';
import type { MailTables } from '#server/database/tables/mail-tables.ts';
import type { MarketingTables } from '#server/database/tables/marketing-tables.ts';
import type { OrderTables } from '#server/database/tables/order-tables.ts';
import type { RightsTables } from '#server/database/tables/rights-tables.ts';
import type { SubscriptionTables } from '#server/database/tables/subscription-tables.ts';

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
