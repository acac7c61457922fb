{-# LANGUAGE OverloadedStrings #-}
{- |
Module: Warehouse.Shelf
-}
module Warehouse.Shelf
  ( Shelf(..)
  , add
  ) where

import qualified Data.Map.Strict as Map
import Data.Text (Text, pack)
import Warehouse.Item hiding (name)
import Control.Monad

-- | A shelf holds items of one kind.
data Shelf a = Shelf
  { shelfCode :: Text
  , shelfItems :: [a]
  } deriving (Eq, Show)

newtype Code = Code Text
type Handler a = a -> IO ()

-- | Something that has a place.
class Ord a => Placed a where
  place :: a -> Text
  describe :: a -> Text
  describe x = "at " <> place x

instance Placed (Shelf a) where
  place = shelfCode

-- | Puts an item on a shelf.
-- Nothing is ever lost.
add :: (Placed a, Show a)
    => a -> Shelf a -> Either Text (Shelf a)
add item shelf
  | full shelf = Left "no room"
  | otherwise = Right shelf { shelfItems = item : shelfItems shelf }

full :: Shelf a -> Bool
full (Shelf _ items) = length items >= limit
  where
    limit = 50

(<+>) :: Shelf a -> Shelf a -> Shelf a
a <+> b = a

main :: IO ()
main = print 1 -- the end
