import { keyScopes } from '@imperium/contract/permissions.ts'
import type { Platform } from '../../../platform/platform.ts'

const addressOf = ({ config }: Pick<Platform, 'config'>): string => `${config.publicUrl}/mcp`

/** The audience of a token (RFC 8707): this server, written with or without a slash at its end. */
export const isOurResource = (platform: Pick<Platform, 'config'>, resource: string): boolean =>
  resource.replace(/\/$/, '') === addressOf(platform) || resource.replace(/\/$/, '') === platform.config.publicUrl

/** RFC 9728. */
export const describeResource = (platform: Pick<Platform, 'config'>) => ({
  resource: addressOf(platform),
  authorization_servers: [platform.config.publicUrl],
  scopes_supported: keyScopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Imperium',
})

/** RFC 8414. */
export const describeAuthorization = ({ config: { publicUrl } }: Pick<Platform, 'config'>) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}/connect-assistant`,
  token_endpoint: `${publicUrl}/oauth/token`,
  registration_endpoint: `${publicUrl}/oauth/register`,
  revocation_endpoint: `${publicUrl}/oauth/revoke`,
  scopes_supported: keyScopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})
