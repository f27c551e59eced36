// The page of the kit at /kit, which shows the components of `ui`. It exists in `npm run dev`
// alone, because the build does not read kit.html.

import '#ui/base/tokens.css';
import { KitProvider } from '#ui/frame/provider.tsx';
import { KitPage } from '#ui/kit/kit-page.tsx';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const element = document.getElementById('root');
if (element === null) throw new Error('The page has no root element');
createRoot(element).render(
  <StrictMode>
    <KitProvider>
      <KitPage />
    </KitProvider>
  </StrictMode>,
);
