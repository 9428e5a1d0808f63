import { expect, test } from 'vitest';
import type { Endpoint } from '#api/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { workKindOf } from '#server/work-kinds.ts';

/** The calls of each kind (docs/behaviour/operations.md#overload). A new call has to be put into one of them. */
const kinds = {
  payment: `
    storeGuestCart listBundles getOwnCart updateCart mergeCart getShippingCost setShippingAddress setBillingContact getCart
    getCodeInfo applyCode cancelCode getCredit redeemGiftCode
    createOrder getOrder openWallets verifyOrder checkOutOrder continuePayment requestOrderLink openOrderAccount
    requestEarlyStart
    listSubscriptions cancelSubscription resumeSubscription createSubscriptionClientToken changePaymentMethod`,
  session: `
    logIn logOut refreshSession requestLoginCode logInWithCode listSessions endOwnSession endOtherSessions
    openPasskeyLogIn logInWithPasskey enterCampaign`,
  call: `
    listPasskeys openNewPasskey addPasskey renamePasskey removePasskey
    registerUser completeAccount checkAccount getUser updateUser changePassword requestPasswordReset resetPassword
    requestEmailCode requestEmailConfirmation confirmEmail undoEmailChange
    listAddresses createAddress updateAddress deleteAddress
    exportAccount deleteAccount confirmAccountDeletion
    listWishListItems addWishListItem addWishListItems removeWishListItem
    listProducts listProductCards getProduct getMaster searchAll
    getAnnouncement getCampaign listCampaigns getContentPage getPopup getPost listPosts getShopFacts listAdvantages
    listGifts listOrderGifts changeGift enterGiveaway
    listPayments getInvoice listOrderDocuments getGiftSheet getOrderConfirmation
    getLesson saveProgress countWatching listMyCourses getConfirmation listActivities
    listNotes addNote changeNote removeNote getNotesDocument
    listReviews writeReview removeReview
    declareWithdrawal declareCancellation
    subscribeToNewsletter confirmNewsletter leaveNewsletter leaveNewsletterByMail getNewsletterWidget
    sendMessage listConversations trackUtm`,
};

test.each(Object.entries(kinds))('exactly the listed calls are of the kind %s', (kind, names) => {
  const all = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => workKindOf(endpoint) === kind);
  expect(all.map(([call]) => call).toSorted()).toEqual(names.trim().split(/\s+/).toSorted());
});

test('no call of operators has priority over those of shoppers', () => {
  const operators = Object.values<Endpoint>(operatorEndpoints);
  expect(operators.length).toBeGreaterThan(50);
  expect(operators.filter((endpoint) => workKindOf(endpoint) !== 'call')).toEqual([]);
});
