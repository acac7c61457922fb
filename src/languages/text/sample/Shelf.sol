// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import {Owned} from "./Owned.sol";

/// A shelf holds items of one kind.
contract Shelf is Owned {
    event Added(address who);
    enum Material { Wood, Steel }
    struct Item { string name; }

    /** Puts an item on it. */
    function add(string memory name) external returns (bool) {
        return true;
    }

    function touch() private {}
}
