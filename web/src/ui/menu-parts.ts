import { Menu } from '@base-ui/react/menu';

/** What menu.tsx loads late: 43 KB with all that it needs. */
export const menuParts = {
  Root: Menu.Root,
  Trigger: Menu.Trigger,
  Portal: Menu.Portal,
  Positioner: Menu.Positioner,
  Popup: Menu.Popup,
  Item: Menu.Item,
  LinkItem: Menu.LinkItem,
};
export type MenuParts = typeof menuParts;
