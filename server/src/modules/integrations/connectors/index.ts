import type { Connector } from '../kit/connector.ts'
import { slack } from './communication/slack.ts'
import { woocommerce } from './payment/woocommerce.ts'

const all: readonly Connector[] = [slack, woocommerce]

/** All connectors by id. A new one is a file beside these and a line here. */
export const connectors: ReadonlyMap<string, Connector> = new Map(all.map((connector) => [connector.id, connector]))
