/**
 * Maximum lengths of texts in characters, for forms and schemas; `minimum` where a text must have a length.
 */
export const lengths = {
  name: 80,
  fullName: 160,
  recipientName: 100,
  greeting: 600,
  email: 254,
  company: 120,
  street: 120,
  houseNumber: 20,
  postalCode: 12,
  city: 80,
  phone: 40,
  code: 64,
  reason: 2000,
  search: 100,
  /** Of 30 products. */
  productIds: 2430,
  reviewText: { minimum: 10, maximum: 2000 },
  reviewAuthor: 60,
  contactTopic: 120,
  contactName: 120,
  message: 5000,
  password: { minimum: 8, maximum: 128 },
} as const;
