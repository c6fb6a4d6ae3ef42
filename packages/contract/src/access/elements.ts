/** Permission strings that are not calls: they decide whether personal data is shown unmasked. */
export const SEE_ACCOUNT_PHONE = '/admin/adminUser/seePhone'
export const SEE_CUSTOMER = '/api/order/center/seeCustomer'
