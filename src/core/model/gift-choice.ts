/** How the code of a gift is delivered: to the buyer, by e-mail to another person, or printed on card as a parcel. */
export const giftDeliveries = ['buyer', 'email', 'parcel'] as const;

export type GiftDelivery = (typeof giftDeliveries)[number];

/** Occasions for which a gift sheet can be designed. */
export const giftThemes = ['neutral', 'birthday', 'christmas', 'thanks', 'wedding'] as const;

export type GiftTheme = (typeof giftThemes)[number];
