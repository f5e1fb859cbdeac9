// Adds the routes of an organization to the tree that the build gives router.tsx without them (vite-route-tree.ts).
import './routeTree.gen.ts'
