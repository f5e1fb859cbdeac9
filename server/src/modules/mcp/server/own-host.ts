/** Whether a host name means this machine, as `URL.hostname` writes it. */
export const isLoopbackHost = (hostname: string): boolean => hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
