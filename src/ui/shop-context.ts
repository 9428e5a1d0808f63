import { createContext } from 'react-router';
import type { Shop } from '#core/use-cases/shop.ts';

/** The shop for loaders, middleware and actions: `context.get(shopContext)`. One per request, or one per browser tab. */
export const shopContext = createContext<Shop>();
