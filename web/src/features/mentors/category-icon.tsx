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

/** The drawing that a category names; a name that we do not know gets the default one (specification, section 3). */
export function CategoryIcon({ name, className }: { name: string; className?: string }) {
  const Icon = (Object.hasOwn(ICONS, name) && ICONS[name]) || Tag;
  return <Icon className={className} aria-hidden="true" />;
}
