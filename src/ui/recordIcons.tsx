/** Icons of records besides those of the navigation: they load where one is drawn or chosen. */
import {
  IconAirConditioning,
  IconBarbell,
  IconBath,
  IconBeach,
  IconBed,
  IconBike,
  IconBus,
  IconCar,
  IconChargingPile,
  IconChefHat,
  IconCoffee,
  IconConfetti,
  IconCooker,
  IconDesk,
  IconElevator,
  IconFolders,
  IconGlassCocktail,
  IconHome2,
  IconLock,
  IconMap2,
  IconMassage,
  IconMountain,
  IconParking,
  IconPaw,
  IconPlant,
  IconPool,
  IconRipple,
  IconSpray,
  IconStack2,
  IconToolsKitchen2,
  IconWash,
  IconWheelchair,
  IconWifi,
  IconWindow,
} from '@tabler/icons-react'
import { iconOf, navIconNames, type Icon } from './icons.tsx'

const icons: ReadonlyMap<string, Icon> = new Map([
  ['air-conditioning', IconAirConditioning],
  ['barbell', IconBarbell],
  ['bath', IconBath],
  ['beach', IconBeach],
  ['bed', IconBed],
  ['bike', IconBike],
  ['bus', IconBus],
  ['car', IconCar],
  ['charging-pile', IconChargingPile],
  ['chef-hat', IconChefHat],
  ['coffee', IconCoffee],
  ['confetti', IconConfetti],
  ['cooker', IconCooker],
  ['desk', IconDesk],
  ['elevator', IconElevator],
  ['folders', IconFolders],
  ['glass-cocktail', IconGlassCocktail],
  ['home', IconHome2],
  ['lock', IconLock],
  ['map-2', IconMap2],
  ['massage', IconMassage],
  ['mountain', IconMountain],
  ['parking', IconParking],
  ['paw', IconPaw],
  ['plant', IconPlant],
  ['pool', IconPool],
  ['ripple', IconRipple],
  ['spray', IconSpray],
  ['stack', IconStack2],
  ['tools-kitchen-2', IconToolsKitchen2],
  ['wash', IconWash],
  ['wheelchair', IconWheelchair],
  ['wifi', IconWifi],
  ['window', IconWindow],
])

/** Names of all icons that a record may have. */
export const iconNames: readonly string[] = [...navIconNames, ...icons.keys()]

/** An icon of a record by its name; an unknown one is the icon of a list. */
export const recordIconOf = (name: string): Icon => icons.get(name) ?? iconOf(name)

/** An icon of a record alone; its name is its title and its accessible name. */
export const IconAlone = ({ name }: { readonly name: string }) => {
  const Drawn = recordIconOf(name)
  return (
    <span role="img" aria-label={name} title={name}>
      <Drawn
        size={18}
        stroke={1.5}
        color="var(--muted)"
        style={{ verticalAlign: 'middle' }}
        aria-hidden
      />
    </span>
  )
}
