/** Binds a sealed client secret to its organization: copied to another one it does not open. */
export const sealedSecretPlace = (orgId: string): string => `sso_connections.secret:${orgId}`
