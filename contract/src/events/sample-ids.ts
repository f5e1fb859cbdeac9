/** Ids in the samples of events. */
export const oneId = '0198c0de-0000-7000-8000-000000000001'
export const otherId = '0198c0de-0000-7000-8000-000000000002'
