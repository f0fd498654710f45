import {
  Banknote,
  Box,
  ChartColumn,
  Code,
  Cog,
  type LucideIcon,
  Megaphone,
  Scale,
  Tag,
  TrendingUp,
} from 'lucide-react';

const ICONS: Record<string, LucideIcon> = {
  scale: Scale,
  cash: Banknote,
  megaphone: Megaphone,
  cube: Box,
  cog: Cog,
  chart: ChartColumn,
  code: Code,
  'trending-up': TrendingUp,
};

/** The names that a category can give its icon. */
export const CATEGORY_ICONS = Object.keys(ICONS);

/**
 * The drawing that a category names; a name that we do not know gets the default one
 * (docs/product/mentors.md#categories).
 */
export function CategoryIcon({ name }: { name: string }) {
  const Icon = (Object.hasOwn(ICONS, name) && ICONS[name]) || Tag;
  return <Icon aria-hidden="true" />;
}
